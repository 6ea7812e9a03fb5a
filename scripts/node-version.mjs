// Runs before anything else is imported, so that an old Node answers with a sentence instead of a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Portico needs Node 20.19 or newer; this is Node ${process.versions.node}. Install a newer one from https://nodejs.org and start again.\n`,
  );
  process.exit(1);
}
