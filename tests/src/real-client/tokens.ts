/** The same token with another signature: what a kit has to do about it is what it does about an expired one. */
export const withBrokenSignature = (jwt: string): string => {
  const [head, claims, signature = ''] = jwt.split('.');
  return `${head}.${claims}.${(signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)}`;
};
