/** How the pages of a project are told its publishable client key, which is no secret. */
export const clientKeyParam = 'publishable_client_key';

const storageKey = (projectId: string): string => `portico-client-key-${projectId}`;

/**
 * The key of the address, or the one this browser used last: links made by others, such as those of a command line,
 * come without it.
 */
export const findClientKey = (projectId: string): string | null => {
  const given = new URLSearchParams(window.location.search).get(clientKeyParam);
  try {
    if (given) window.localStorage.setItem(storageKey(projectId), given);
    return given || window.localStorage.getItem(storageKey(projectId));
  } catch {
    // Some browsers refuse storage; then every address has to carry the key.
    return given;
  }
};

/** The same page with a key in its address. */
export const withClientKey = (key: string): string => {
  const url = new URL(window.location.href);
  url.searchParams.set(clientKeyParam, key);
  return url.href;
};

/** Where people of a project sign in on the pages this installation hosts. */
export const hostedSignInPath = (projectId: string, key: string): string =>
  `/projects/${projectId}/handler/sign-in?${new URLSearchParams({ [clientKeyParam]: key }).toString()}`;
