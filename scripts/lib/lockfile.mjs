/** Looks from a package upwards, as Node does, for the place where one of its dependencies stands in the lock file. */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return null
  }
}

/**
 * What is wrong with a lock file, one sentence each: platform packages that npm has dropped from it (then `npm ci`
 * fails on other systems, or everywhere), addresses of a registry, and dependencies that package.json spells otherwise.
 */
export function lockfileProblems(lock, manifest) {
  const problems = []
  for (const [path, entry] of Object.entries(lock.packages)) {
    const owner = path === '' ? 'package.json' : path.replace(/^.*node_modules\//, '')
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      if (!placeOf(lock.packages, path, name)) problems.push(`${name}, a platform package of ${owner}, is missing.`)
    }
    if (/^(https?|git|ssh)/.test(entry.resolved ?? '')) problems.push(`${owner} names a host to be fetched from.`)
  }
  for (const group of ['dependencies', 'devDependencies']) {
    const asked = manifest[group] ?? {}
    const locked = lock.packages[''][group] ?? {}
    for (const name of new Set([...Object.keys(asked), ...Object.keys(locked)])) {
      if (asked[name] !== locked[name]) problems.push(`${name} is ${asked[name] ?? 'absent'} in package.json, ${locked[name] ?? 'absent'} in the lock.`)
    }
  }
  return problems
}
