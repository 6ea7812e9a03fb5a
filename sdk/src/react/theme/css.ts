import { colorVariables, darkColors, darkSelector, lightColors } from './tokens.ts';

/** The look of every component, scoped so that it neither takes nor gives style to the page around it. */
export const css = `
.portico-scope { ${colorVariables(lightColors)} --portico-radius: 0.5rem; color-scheme: light; }
${darkSelector('.portico-scope')} { ${colorVariables(darkColors)} color-scheme: dark; }
.portico-scope { color: var(--portico-foreground); font-family: 'Inter Variable', Inter, ui-sans-serif, system-ui, sans-serif; font-size: 15px; line-height: 1.5; -webkit-font-smoothing: antialiased; }
.portico-scope *, .portico-scope *::before, .portico-scope *::after { box-sizing: border-box; }
.portico-scope :where(h1, h2, p, ul, li, i) { margin: 0; padding: 0; list-style: none; }
.portico-scope :where(button, input) { font: inherit; color: inherit; margin: 0; }
.portico-scope svg { display: block; flex: none; }

.portico-page { display: flex; align-items: center; justify-content: center; padding: 1rem; background: var(--portico-background); }
.portico-page > * { width: 100%; max-width: 25rem; }
.portico-card { width: 100%; max-width: 25rem; padding: 2rem; background: var(--portico-card); color: var(--portico-card-foreground); border: 1px solid var(--portico-border); border-radius: calc(var(--portico-radius) + 4px); animation: portico-rise 160ms ease-out; }
.portico-head { display: flex; flex-direction: column; gap: 0.375rem; margin-bottom: 1.5rem; }
.portico-head :is(h1, h2) { font-size: 1.25rem; line-height: 1.3; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance; }
.portico-head :is(p, .portico-message) { color: var(--portico-muted-foreground); font-size: 0.9375rem; }
.portico-foot { margin-top: 1.5rem; font-size: 0.875rem; color: var(--portico-muted-foreground); }
.portico-actions { display: flex; gap: 0.5rem; }
.portico-actions > * { flex: 1; }

.portico-form { display: flex; flex-direction: column; gap: 1rem; }
.portico-field { display: grid; grid-template-columns: 1fr auto; gap: 0.375rem 1rem; align-items: baseline; }
.portico-field > * { grid-column: 1 / -1; }
.portico-field > label { grid-column: 1; grid-row: 1; font-size: 0.875rem; font-weight: 500; }
.portico-field > .portico-aside { grid-column: 2; grid-row: 1; }
.portico-input-wrap { position: relative; }
.portico-input { width: 100%; height: 2.5rem; padding: 0 0.75rem; background: var(--portico-card); border: 1px solid var(--portico-input); border-radius: var(--portico-radius); transition: border-color 140ms, box-shadow 140ms; }
.portico-input[aria-invalid='true'] { border-color: var(--portico-destructive); }
.portico-has-toggle .portico-input { padding-right: 2.75rem; }
.portico-toggle { position: absolute; inset: 0.25rem 0.25rem 0.25rem auto; width: 2rem; display: grid; place-items: center; padding: 0; border: 0; background: none; color: var(--portico-muted-foreground); border-radius: calc(var(--portico-radius) - 2px); cursor: pointer; }
.portico-toggle:hover { color: var(--portico-foreground); }
.portico-help { font-size: 0.8125rem; color: var(--portico-muted-foreground); }
.portico-error { font-size: 0.8125rem; color: var(--portico-destructive); animation: portico-rise 140ms ease-out; }
.portico-notice { padding: 0.625rem 0.75rem; font-size: 0.875rem; border: 1px solid var(--portico-destructive); border-radius: var(--portico-radius); color: var(--portico-destructive); overflow-wrap: anywhere; }
.portico-notice code { display: block; margin-top: 0.25rem; font-family: 'JetBrains Mono Variable', ui-monospace, monospace; font-size: 0.75rem; opacity: 0.85; }

.portico-button { display: inline-flex; align-items: center; justify-content: center; gap: 0.5rem; height: 2.5rem; padding: 0 1rem; font-size: 0.9375rem; font-weight: 500; border: 1px solid transparent; border-radius: var(--portico-radius); cursor: pointer; text-decoration: none; white-space: nowrap; transition: background-color 140ms, opacity 140ms, filter 140ms; }
.portico-button[data-variant='primary'] { background: var(--portico-primary); color: var(--portico-primary-foreground); }
.portico-button[data-variant='secondary'] { background: var(--portico-card); color: var(--portico-secondary-foreground); border-color: var(--portico-border); }
.portico-button[data-variant='primary']:hover { filter: brightness(1.06); }
.portico-button[data-variant='secondary']:hover { background: var(--portico-accent); }
.portico-button[aria-disabled='true'] { cursor: default; opacity: 0.75; }
.portico-link { color: var(--portico-foreground); font-weight: 500; font-size: 0.875rem; text-decoration: underline; text-decoration-color: var(--portico-border); text-underline-offset: 3px; border-radius: 2px; }
.portico-link:hover { text-decoration-color: currentColor; }
.portico-separator { display: flex; align-items: center; gap: 0.75rem; margin: 1.25rem 0; color: var(--portico-muted-foreground); font-size: 0.8125rem; }
.portico-separator::before, .portico-separator::after { content: ''; flex: 1; height: 1px; background: var(--portico-border); }
.portico-stack { display: flex; flex-direction: column; gap: 0.5rem; }
.portico-tabs { display: flex; padding: 0.1875rem; margin-bottom: 1.25rem; gap: 0.125rem; background: var(--portico-muted); border-radius: var(--portico-radius); }
.portico-tabs button { flex: 1; height: 2rem; border: 0; background: none; border-radius: calc(var(--portico-radius) - 2px); font-size: 0.875rem; font-weight: 500; color: var(--portico-muted-foreground); cursor: pointer; }
.portico-tabs button[aria-selected='true'] { background: var(--portico-card); color: var(--portico-foreground); box-shadow: 0 0 0 1px var(--portico-border); }

.portico-scope :is(a, button, input, [tabindex]):focus-visible { outline: 2px solid var(--portico-ring); outline-offset: 2px; }
.portico-scope .portico-input:focus-visible { outline: none; border-color: var(--portico-ring); box-shadow: 0 0 0 3px color-mix(in oklab, var(--portico-ring) 25%, transparent); }
.portico-scope .portico-input[aria-invalid='true']:focus-visible { border-color: var(--portico-destructive); box-shadow: 0 0 0 3px color-mix(in oklab, var(--portico-destructive) 22%, transparent); }

.portico-spinner { width: 1rem; height: 1rem; border: 2px solid currentColor; border-right-color: transparent; border-radius: 50%; animation: portico-spin 700ms linear infinite; }
.portico-skeleton { display: flex; flex-direction: column; gap: 1rem; }
.portico-skeleton i { display: block; height: 2.5rem; border-radius: var(--portico-radius); background: var(--portico-muted); animation: portico-pulse 1.6s ease-in-out infinite; }
.portico-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.portico-avatar { display: inline-grid; place-items: center; overflow: hidden; border-radius: 50%; background: var(--portico-secondary); color: var(--portico-secondary-foreground); font-weight: 600; user-select: none; }
.portico-avatar[data-border='true'] { box-shadow: 0 0 0 1px var(--portico-border); }
.portico-avatar img { width: 100%; height: 100%; object-fit: cover; }
.portico-user { position: relative; display: inline-block; }
.portico-user-button { display: inline-flex; align-items: center; gap: 0.625rem; padding: 0; border: 0; background: none; border-radius: 999px; cursor: pointer; text-align: left; }
.portico-user-text { display: flex; flex-direction: column; min-width: 0; line-height: 1.3; }
.portico-user-text span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: 0.875rem; font-weight: 500; }
.portico-user-text span + span { font-size: 0.8125rem; font-weight: 400; color: var(--portico-muted-foreground); }
.portico-menu { position: absolute; z-index: 50; inset: calc(100% + 0.5rem) 0 auto auto; min-width: 14rem; max-width: min(20rem, 90vw); padding: 0.25rem; background: var(--portico-popover); color: var(--portico-popover-foreground); border: 1px solid var(--portico-border); border-radius: var(--portico-radius); box-shadow: 0 8px 24px oklch(0 0 0 / 0.12); animation: portico-rise 140ms ease-out; }
.portico-menu-head { display: flex; align-items: center; gap: 0.625rem; padding: 0.5rem 0.625rem 0.625rem; margin-bottom: 0.25rem; border-bottom: 1px solid var(--portico-border); }
.portico-menu-item { display: flex; align-items: center; gap: 0.625rem; width: 100%; min-height: 2.25rem; padding: 0 0.625rem; border: 0; background: none; border-radius: calc(var(--portico-radius) - 3px); font-size: 0.875rem; text-align: left; cursor: pointer; }
.portico-menu-item:hover, .portico-menu-item:focus-visible { background: var(--portico-accent); outline: none !important; }
.portico-menu-item svg { color: var(--portico-muted-foreground); }

.portico-button[data-variant='danger'] { background: var(--portico-destructive); color: var(--portico-destructive-foreground); }
.portico-button[data-variant='danger']:hover { filter: brightness(1.06); }
.portico-badge { display: inline-flex; align-items: center; height: 1.25rem; padding: 0 0.4375rem; font-size: 0.75rem; font-weight: 500; border-radius: 999px; background: var(--portico-secondary); color: var(--portico-secondary-foreground); white-space: nowrap; }
.portico-badge[data-tone='warn'] { background: none; box-shadow: inset 0 0 0 1px var(--portico-border); color: var(--portico-muted-foreground); }
.portico-warning { margin-top: 0.75rem; padding: 0.625rem 0.75rem; border: 1px solid var(--portico-border); border-radius: var(--portico-radius); background: var(--portico-muted); color: var(--portico-foreground); font-size: 0.875rem; }
.portico-plain { border: 0; padding: 0; background: none; cursor: pointer; }
.portico-links { display: flex; justify-content: space-between; gap: 1rem; }
.portico-message p + :is(p, a) { display: inline-block; margin-top: 0.75rem; }
.portico-message p + .portico-warning { display: block; }
.portico-waiting { display: flex; flex-direction: column; align-items: center; gap: 0.75rem; text-align: center; color: var(--portico-muted-foreground); }
.portico-block { display: block; }

.portico-provider { position: relative; }
.portico-provider .portico-button { width: 100%; }
.portico-provider .portico-badge { position: absolute; top: -0.5rem; right: 0.5rem; border: 1px solid var(--portico-border); }
.portico-providers { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 0.5rem; }
.portico-stack > .portico-stack, .portico-stack > .portico-provider { width: 100%; }

.portico-code-wrap { position: relative; height: 3rem; }
.portico-code { position: absolute; inset: 0; width: 100%; padding: 0; border: 0; background: none; color: transparent !important; caret-color: transparent; letter-spacing: 1ch; outline: none !important; }
.portico-code::selection { background: transparent; }
.portico-slots { display: grid; grid-template-columns: repeat(var(--portico-slots), 1fr); gap: 0.5rem; height: 100%; }
.portico-slots i { display: grid; place-items: center; font: 500 1.25rem/1 'JetBrains Mono Variable', ui-monospace, monospace; border: 1px solid var(--portico-input); border-radius: var(--portico-radius); background: var(--portico-card); transition: border-color 140ms, box-shadow 140ms; }
.portico-code-wrap:has(.portico-code:focus) i[data-active='true'] { border-color: var(--portico-ring); box-shadow: 0 0 0 3px color-mix(in oklab, var(--portico-ring) 25%, transparent); }
.portico-code-wrap:has(.portico-code[aria-invalid='true']) i { border-color: var(--portico-destructive); }
.portico-code-wrap:has(.portico-code:disabled) { opacity: 0.6; }

.portico-account-page { background: var(--portico-background); }
.portico-account { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 2rem; width: 100%; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
.portico-account nav h1 { padding: 0 0.625rem; margin-bottom: 0.75rem; font-size: 1rem; font-weight: 600; }
.portico-account nav ul { display: flex; flex-direction: column; gap: 0.125rem; }
.portico-account nav a { display: flex; align-items: center; gap: 0.625rem; min-height: 2.25rem; padding: 0 0.625rem; border-radius: calc(var(--portico-radius) - 2px); font-size: 0.875rem; font-weight: 500; color: var(--portico-muted-foreground); text-decoration: none; }
.portico-account nav a:hover, .portico-account nav a[aria-current='page'] { background: var(--portico-accent); color: var(--portico-foreground); }
.portico-account-content { display: flex; flex-direction: column; gap: 1rem; min-width: 0; }
.portico-account-back { display: none; align-items: center; gap: 0.375rem; min-height: 2.25rem; font-size: 0.875rem; font-weight: 500; color: var(--portico-muted-foreground); text-decoration: none; }
.portico-setting { display: flex; flex-direction: column; gap: 1rem; padding: 1.25rem; background: var(--portico-card); color: var(--portico-card-foreground); border: 1px solid var(--portico-border); border-radius: var(--portico-radius); }
.portico-setting > header { display: flex; flex-direction: column; gap: 0.125rem; }
.portico-setting h2 { font-size: 0.9375rem; font-weight: 600; }
.portico-setting .portico-form { max-width: 25rem; }
.portico-setting .portico-button { height: 2.25rem; padding: 0 0.75rem; font-size: 0.875rem; }
.portico-actions-start { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
.portico-rows { display: flex; flex-direction: column; }
.portico-rows:empty { display: none; }
.portico-rows > li { padding: 0.625rem 0; border-top: 1px solid var(--portico-border); }
.portico-rows > li:first-child { border-top: 0; padding-top: 0; }
.portico-rows > li:last-child { padding-bottom: 0; }
.portico-row { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1rem; }
.portico-row-text { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; min-width: 0; overflow-wrap: anywhere; font-size: 0.9375rem; }
.portico-row-text[data-stacked='true'] { flex-wrap: nowrap; }
.portico-row-actions { display: flex; flex-wrap: wrap; gap: 0.375rem; }
.portico-confirm { display: flex; flex-direction: column; gap: 0.625rem; padding: 0.75rem; border: 1px solid var(--portico-border); border-radius: var(--portico-radius); font-size: 0.875rem; }
.portico-dialog { width: min(25rem, calc(100vw - 2rem)); max-height: calc(100dvh - 2rem); margin: auto; padding: 2rem; overflow: auto; background: var(--portico-card); color: var(--portico-card-foreground); border: 1px solid var(--portico-border); border-radius: calc(var(--portico-radius) + 4px); animation: portico-rise 160ms ease-out; }
.portico-dialog::backdrop { background: oklch(0 0 0 / 0.5); }
.portico-qr { width: 11rem; height: 11rem; border: 1px solid var(--portico-border); border-radius: var(--portico-radius); }
.portico-key { font-family: 'JetBrains Mono Variable', ui-monospace, monospace; color: var(--portico-foreground); overflow-wrap: anywhere; }
.portico-codes { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 0.375rem 1rem; padding: 0.75rem; background: var(--portico-muted); border-radius: var(--portico-radius); font-family: 'JetBrains Mono Variable', ui-monospace, monospace; font-size: 0.875rem; }
@media (max-width: 44rem) {
  .portico-account { grid-template-columns: minmax(0, 1fr); padding-top: 1rem; }
  .portico-account[data-chosen='false'] .portico-account-content, .portico-account[data-chosen='true'] nav { display: none; }
  .portico-account-back { display: inline-flex; }
}

@keyframes portico-spin { to { transform: rotate(360deg); } }
@keyframes portico-pulse { 50% { opacity: 0.55; } }
@keyframes portico-rise { from { opacity: 0; transform: translateY(4px); } }
@media (prefers-reduced-motion: reduce) { .portico-scope *, .portico-scope *::before, .portico-scope *::after { animation-duration: 0s !important; transition-duration: 0s !important; } .portico-spinner { animation: portico-pulse 1.6s ease-in-out infinite !important; } }
@media (max-width: 26rem) { .portico-card, .portico-dialog { padding: 1.5rem; } }
`;
