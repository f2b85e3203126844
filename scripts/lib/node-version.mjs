// Imported first by every command, so nothing newer than Node 12 may stand here: an old Node must reach the sentence.
const oldest = 20

if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(`Trainhall needs Node ${oldest} or newer to start; this is Node ${process.versions.node}.`)
  process.exit(1)
}
