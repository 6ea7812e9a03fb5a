const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export interface LoginPage {
  /** The provider that the sandbox stands in for, such as `github`. */
  provider: string;
  error?: string;
}

/** Asks for an address and believes it. */
export const loginPage = ({ provider, error }: LoginPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox sign-in</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { display: grid; place-items: center; min-height: 100vh; margin: 0; padding: 1rem; box-sizing: border-box }
  main { width: min(22rem, 100%) }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem }
  p { margin: 0 0 1rem }
  label { display: block; font-weight: 600 }
  input, button { font: inherit; box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border-radius: .5rem }
  input { border: 1px solid GrayText; margin: .25rem 0 1rem }
  button { border: 1px solid ButtonText; cursor: pointer; margin-bottom: .5rem }
  .error { color: #b3261e }
  @media (prefers-color-scheme: dark) { .error { color: #f2b8b5 } }
</style>
</head>
<body>
<main>
<h1>Sandbox for ${escape(provider)}</h1>
<p>This page stands in for the provider on your own machine. Any address signs in, without a password.</p>
${error === undefined ? '' : `<p class="error" role="alert">${escape(error)}</p>`}
<form method="post">
  <label for="email">Email</label>
  <input id="email" name="email" type="email" autocomplete="email" required autofocus>
  <button name="action" value="sign-in">Sign in</button>
  <button name="action" value="cancel" formnovalidate>Cancel</button>
</form>
</main>
</body>
</html>
`;
