/** Sent with every request as `x-stack-client-version`; kept equal to package.json by a test. */
export const packageName = '@portico/sdk';
export const packageVersion = '0.1.0';
export const clientVersion = `js ${packageName}@${packageVersion}`;
