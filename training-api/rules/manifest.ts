import { XMLParser } from 'fast-xml-parser'
import { foldedName, PackageRefused, packageLimits } from './packages.ts'

export type Standard = 'scorm12' | 'scorm2004'

/** One part of a package that can be launched. */
export type LaunchItem = {
  id: string
  title: string
  /** Address below the package's folder, each name percent-encoded, with its launch parameters. */
  href: string
  /** It speaks with the platform; false for a page or file that only shows. */
  tracked: boolean
  visible: boolean
  /** Percent from which SCORM 1.2 counts it as passed. */
  masteryScore: number | null
  /** From 0 to 1: from which share SCORM 2004 counts it as completed, from which score as passed. */
  completionThreshold: number | null
  passingScore: number | null
  /** The objectives that the manifest names, the primary one first: SCORM 2004 begins with them. */
  objectives: string[]
  launchData: string
  maxTime: string
  timeLimitAction: string
}

/** What a manifest says of its package. `choice` and `flow` tell whether parts may be chosen, and followed one after another. */
export type Manifest = { standard: Standard; title: string; choice: boolean; flow: boolean; items: LaunchItem[] }

type Node = { [name: string]: unknown }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  // Tools choose their own prefixes for the same namespaces.
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  maxNestedTags: 60,
  // Letters by their number, as tools write Chinese; what a document type would call one is refused with it.
  htmlEntities: true,
  isArray: (name) => ['organization', 'item', 'resource', 'file'].includes(name),
})

/** A manifest in letters, whichever encoding it names or begins with. */
export function manifestText(bytes: Uint8Array): string {
  if (bytes.byteLength > packageLimits.manifestBytes) throw new PackageRefused('manifest', 'too large')
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
  const named = /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))?.[1]
  try {
    return new TextDecoder(mark ?? named ?? 'utf-8').decode(bytes)
  } catch {
    throw new PackageRefused('manifest', 'encoding')
  }
}

/**
 * What a manifest of SCORM 1.2 or 2004 tells, without ever reading a document type: one that has it is refused. `find` gives the
 * file of the package that a path means, or null.
 */
export function parseManifest(text: string, find: (path: string) => string | null): Manifest {
  if (/<!\s*(doctype|entity|element|attlist|notation)/i.test(text)) throw new PackageRefused('doctype')
  let root: unknown
  try {
    root = (parser.parse(text) as Node).manifest
  } catch {
    throw new PackageRefused('manifest', 'not well formed')
  }
  if (!isNode(root)) throw new PackageRefused('manifest', 'no manifest')
  const resources = resourcesOf(root)
  const organization = organizationOf(root)
  const leaves = organization ? leavesOf(organization, resources) : []
  if (leaves.length > packageLimits.items) throw new PackageRefused('manifest', 'too many items')
  const title = titleOf(organization?.title)
  const standard = standardOf(root, text)
  // A package without a table of contents offers its first resource that can be launched.
  const [only] = resources.values()
  const chosen = leaves.length > 0 ? leaves : only ? [{ item: {} as Node, resource: only }] : []
  const items = chosen.map(({ item, resource }, at) => launchItem(item, resource, find, { at, title, standard }))
  if (items.length === 0) throw new PackageRefused('noContent')
  const mode = child(child(organization, 'sequencing'), 'controlMode')
  const manifest: Manifest = {
    standard, title: title || (items[0]?.title ?? ''), items,
    choice: standard === 'scorm12' || mode?.['@choice'] !== 'false',
    flow: standard === 'scorm12' || mode?.['@flow'] === 'true',
  }
  if (Buffer.byteLength(JSON.stringify(manifest)) > packageLimits.toldBytes) throw new PackageRefused('manifest', 'says too much')
  return manifest
}

/** Whether what was once read of a manifest is within what is taken today. */
export function isWithinLimits({ standard, title, items }: Manifest): boolean {
  const { titleLength, idLength, addressLength, timeLength, launchDataLength } = packageLimits
  return title.length <= titleLength && items.length <= packageLimits.items && items.every((item) =>
    item.id.length <= idLength && item.title.length <= titleLength && item.href.length <= addressLength && item.launchData.length <= launchDataLength[standard]
    && item.maxTime.length <= timeLength && item.timeLimitAction.length <= timeLength)
}

/** A title, as long as one may be. */
function titleOf(value: unknown): string {
  // Not half of a character that is two in UTF-16.
  return textOf(value).slice(0, packageLimits.titleLength).replace(/[\ud800-\udbff]$/, '')
}

/** A text of an item that would mean something else if it were cut: too long a one refuses the package. */
function shortText(value: unknown, most: number, what: string): string {
  const text = textOf(value)
  if (text.length > most) throw new PackageRefused('manifest', `${what} too long`)
  return text
}

function standardOf(root: Node, text: string): Standard {
  const metadata = child(root, 'metadata')
  const version = textOf(metadata?.schemaversion).toLowerCase()
  if (/^1\.2\b/.test(version)) return 'scorm12'
  if (/2004|^cam\b/.test(version)) return 'scorm2004'
  const head = text.slice(0, text.indexOf('<organization'))
  if (/adlcp_v1p3|imscp_v1p1/.test(head)) return 'scorm2004'
  if (/adlcp_rootv1p2|imscp_rootv1p1p2/.test(head)) return 'scorm12'
  throw new PackageRefused('standard', version)
}

type Resource = { href: string; tracked: boolean }

function resourcesOf(root: Node): Map<string, Resource> {
  const holder = child(root, 'resources')
  const base = textOf(holder?.['@base'])
  const found = new Map<string, Resource>()
  for (const resource of list(holder?.resource)) {
    const [id, href] = [textOf(resource['@identifier']), textOf(resource['@href'])]
    if (id && href) found.set(id, { href: textOf(root['@base']) + base + textOf(resource['@base']) + href, tracked: textOf(resource['@scormtype'] ?? resource['@scormType']).toLowerCase() === 'sco' })
  }
  return found
}

function organizationOf(root: Node): Node | null {
  const holder = child(root, 'organizations')
  const all = list(holder?.organization)
  const wanted = textOf(holder?.['@default'])
  return all.find((one) => textOf(one['@identifier']) === wanted) ?? all[0] ?? null
}

/** Items that lead to something, in the order of the table of contents. */
function leavesOf(node: Node, resources: Map<string, Resource>): { item: Node; resource: Resource }[] {
  return list(node.item).flatMap((item) => {
    const resource = resources.get(textOf(item['@identifierref']))
    return [...(resource ? [{ item, resource }] : []), ...leavesOf(item, resources)]
  })
}

function launchItem(item: Node, { href, tracked }: Resource, find: (path: string) => string | null, { at, title, standard }: { at: number; title: string; standard: Standard }): LaunchItem {
  const sequencing = child(item, 'sequencing')
  const objectives = child(sequencing, 'objectives')
  const objective = child(objectives, 'primaryObjective')
  return {
    id: idOf(item) || `item-${at + 1}`,
    title: titleOf(item.title) || title,
    href: launchAddress(href, textOf(item['@parameters']), find),
    tracked,
    visible: item['@isvisible'] !== 'false',
    masteryScore: numberIn(item.masteryscore, 0, 100),
    completionThreshold: thresholdOf(item.completionThreshold),
    passingScore: objective?.['@satisfiedByMeasure'] === 'true' ? (numberIn(objective.minNormalizedMeasure, -1, 1) ?? 1) : null,
    objectives: namesOf([...list(objectives?.primaryObjective), ...list(objectives?.objective)]),
    launchData: shortText(item.datafromlms ?? item.dataFromLMS, packageLimits.launchDataLength[standard], 'launch data'),
    maxTime: shortText(item.maxtimeallowed ?? child(sequencing, 'limitConditions')?.['@attemptAbsoluteDurationLimit'], packageLimits.timeLength, 'time'),
    timeLimitAction: shortText(item.timelimitaction ?? item.timeLimitAction, packageLimits.timeLength, 'time'),
  }
}

/** The share from which a part counts as completed: a number alone up to the 3rd edition, from the 4th on only where it says that it is measured. */
function thresholdOf(threshold: unknown): number | null {
  if (!isNode(threshold) || textOf(threshold)) return numberIn(threshold, 0, 1)
  return threshold['@completedByMeasure'] === 'true' ? (numberIn(threshold['@minProgressMeasure'], 0, 1) ?? 1) : null
}

/** What objectives are called, each once; those without a name are nobody's to find. */
function namesOf(objectives: Node[]): string[] {
  const names = new Set(objectives.map((objective) => textOf(objective['@objectiveID'])))
  return [...names].filter((name) => name !== '' && name.length <= packageLimits.idLength).slice(0, packageLimits.objectives)
}

/** The name that a manifest gives an item; empty for the one under which no object can keep anything. */
function idOf(item: Node): string {
  const id = shortText(item['@identifier'], packageLimits.idLength, 'id')
  return id === '__proto__' ? '' : id
}

/** The address of a resource with the launch parameters of its item (CAM: what to do with `?`, `&` and `#`); the file must exist. */
export function launchAddress(href: string, parameters: string, find: (path: string) => string | null): string {
  // Before anything is done with it: a base may be part of 300 addresses.
  if (href.length > packageLimits.addressLength || parameters.length > packageLimits.addressLength) throw new PackageRefused('manifest', 'address too long')
  const address = joinedAddress(href, parameters, find)
  if (address.length > packageLimits.addressLength) throw new PackageRefused('manifest', 'address too long')
  return address
}

function joinedAddress(href: string, parameters: string, find: (path: string) => string | null): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href.replaceAll('\\', '/')) ?? []
  if (/^[a-z][\w+.-]*:|^\/\//i.test(path)) throw new PackageRefused('missingFile', href.slice(0, 120))
  const file = find(path) ?? find(decoded(path))
  if (file === null) throw new PackageRefused('missingFile', path)
  const address = file.split('/').map(encodeURIComponent).join('/') + query
  const rest = parameters.trim().replace(/^[?&]+/, '')
  if (rest === '') return address + hash
  if (rest.startsWith('#')) return query || hash ? address + hash : address + rest
  return `${address}${query ? '&' : '?'}${rest}${rest.includes('#') ? '' : hash}`
}

/** The file a path of a manifest means: as written, else in other letter case, as systems that do not tell them apart leave it. */
export function fileFinder(paths: Iterable<string>): (path: string) => string | null {
  const all = [...paths]
  const exact = new Set(all)
  const folded = new Map(all.map((path) => [foldedName(path), path]))
  return (path) => {
    const names: string[] = []
    for (const name of path.split('/')) {
      if (name === '..') {
        if (names.pop() === undefined) return null
      } else if (name !== '' && name !== '.') names.push(name)
    }
    const plain = names.join('/')
    return exact.has(plain) ? plain : (folded.get(foldedName(plain)) ?? null)
  }
}

/** How many of the files that a manifest names are not there. */
export function countMissing(text: string, find: (path: string) => string | null): number {
  const named = [...text.matchAll(/\bhref\s*=\s*(?:"([^"?#]*)|'([^'?#]*))/g)].map(([, one, other]) => one ?? other ?? '')
  return named.filter((path) => find(path) === null && find(decoded(path)) === null).length
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function list(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []
}

function child(node: Node | null | undefined, name: string): Node | null {
  const value = node?.[name]
  const one = Array.isArray(value) ? (value as unknown[])[0] : value
  return isNode(one) ? one : null
}

/** The text of an element or attribute, whether or not it carries attributes of its own. */
function textOf(value: unknown): string {
  const one: unknown = Array.isArray(value) ? value[0] : value
  if (typeof one === 'string') return one
  return isNode(one) && typeof one['#text'] === 'string' ? one['#text'] : ''
}

function numberIn(value: unknown, low: number, high: number): number | null {
  const text = textOf(value)
  const number = Number(text)
  return text === '' || !Number.isFinite(number) ? null : Math.min(high, Math.max(low, number))
}
