/** Licences under which code may be part of the product without asking anything of who uses it but its notice. */
const free = new Set(['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0', 'Unlicense', 'Zlib', 'OFL-1.1', 'MPL-2.0'])

/** Packages outside that list, each with the reason why it may be here. */
const excepted = [
  { packages: /^@img\/sharp-/, licence: 'LGPL-3.0-or-later', reason: 'libvips, a shared library beside ours and exchangeable' },
  { packages: /^caniuse-lite$/, licence: 'CC-BY-4.0', reason: 'data, unchanged; its authors are named in the package' },
  { packages: /^png-js$/, licence: undefined, reason: 'MIT, as the LICENSE file in the package says; its package.json does not' },
]

/** Whether an SPDX expression can be met: of `OR` one side, of `AND` both. Brackets are read around the whole only; what has others is to be looked at. */
export function isFree(expression, isAllowed = (licence) => free.has(licence)) {
  const text = (expression ?? '').trim().replace(/^\(([^()]*)\)$/, '$1')
  if (/[()]/.test(text)) return false
  if (/ OR /.test(text)) return text.split(' OR ').some((side) => isFree(side, isAllowed))
  if (/ AND /.test(text)) return text.split(' AND ').every((side) => isFree(side, isAllowed))
  return isAllowed(text)
}

function isLicenceFine(name, licence) {
  const exceptions = excepted.filter(({ packages }) => packages.test(name)).map((one) => one.licence)
  return (licence === undefined && exceptions.includes(undefined)) || isFree(licence, (one) => free.has(one) || exceptions.includes(one))
}

const isExact = (version) => /^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version)
const nameOf = (path) => path.replace(/^.*node_modules\//, '')

/**
 * What is wrong with what we depend on, one sentence each: versions that are not exact, packages without a checksum, licences of
 * production packages that we have not looked at, and scripts that would run at installation without being decided about.
 */
export function dependencyProblems(lock, manifest) {
  const problems = []
  for (const group of ['dependencies', 'devDependencies', 'overrides']) {
    for (const [name, version] of Object.entries(manifest[group] ?? {})) if (!isExact(version)) problems.push(`${name} is ${version} in ${group}: name one version.`)
  }
  const decided = manifest.allowScripts ?? {}
  for (const [path, { version, integrity, license, dev, link, hasInstallScript }] of Object.entries(lock.packages)) {
    if (path === '' || link) continue
    const name = nameOf(path)
    if (!integrity) problems.push(`${name} ${version} has no checksum in the lock.`)
    if (!dev && !isLicenceFine(name, license)) problems.push(`${name} ${version} is under ${license ?? 'no licence'}, which is not on the list in scripts/lib/dependencies.mjs.`)
    if (hasInstallScript && !(name in decided)) problems.push(`${name} ${version} runs a script when it is installed; decide about it in allowScripts.`)
  }
  return problems
}
