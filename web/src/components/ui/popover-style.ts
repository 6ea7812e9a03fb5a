/** Menus, selects and the palette are one kind of surface. */
export const popover =
  'z-50 overflow-hidden rounded-lg border border-line bg-raised p-1 text-sm text-fg shadow-pop animate-pop';

export const popoverItem =
  'relative flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1 outline-none select-none ' +
  'data-[highlighted]:bg-selected data-[selected=true]:bg-selected data-[disabled=""]:pointer-events-none ' +
  'data-[disabled=""]:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0';
