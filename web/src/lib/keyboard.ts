export const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
export const commandKey = isApple ? '⌘' : 'Ctrl';

const EDITABLE = 'input, textarea, select, [contenteditable="true"]';

/** A single letter is a shortcut only while nobody is typing and no dialog or menu is open. */
export const acceptsLetters = (event: KeyboardEvent): boolean => {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return false;
  if (event.target instanceof Element && event.target.closest(EDITABLE)) return false;
  return !document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]');
};
