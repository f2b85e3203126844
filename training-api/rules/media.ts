import path from 'node:path'

const types: Record<string, string> = {
  avif: 'image/avif',
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  htm: 'text/html; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  m3u8: 'application/vnd.apple.mpegurl',
  m4a: 'audio/mp4',
  m4s: 'video/iso.segment',
  m4v: 'video/mp4',
  map: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  ogv: 'video/ogg',
  otf: 'font/otf',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  ts: 'video/mp2t',
  ttf: 'font/ttf',
  txt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  wasm: 'application/wasm',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  woff2: 'font/woff2',
  woff: 'font/woff',
  xhtml: 'application/xhtml+xml; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  xsd: 'application/xml; charset=utf-8',
  zip: 'application/zip',
}

/** The content type of a file by the end of its name; bytes without a meaning when it is not known. */
export function contentTypeOf(name: string): string {
  const end = path.posix.extname(name).slice(1).toLowerCase()
  return (Object.hasOwn(types, end) ? types[end] : undefined) ?? 'application/octet-stream'
}

const openFolders = new Set(['app', 'avatar', 'banner', 'company', 'course', 'cover', 'floor', 'logo', 'notice', 'plan'])

/** Whether a file is shown without a token: pictures of pages and files of notices are, what is learned from is not. */
export function isOpenToAll(filePath: string): boolean {
  return openFolders.has(filePath.split('/')[0] ?? '')
}

/** The path inside the media folder that an address means; undefined when it would lead elsewhere or to a hidden file. */
export function safeMediaPath(address: string): string | undefined {
  let decoded: string
  try {
    decoded = decodeURIComponent(address)
  } catch {
    return undefined
  }
  const names = decoded.split('/')
  const bad = names.some((name) => name === '' || name.startsWith('.') || /[\\:\0-\x1f]/.test(name))
  return bad ? undefined : names.join('/')
}

/** The path inside the media folder that an address of the platform (`/train/file/…`, `/admin/file/…`, also with a host) names; undefined for another. */
export function mediaPathOf(url: string): string | undefined {
  const place = /^(?:https?:\/\/[^/]+)?\/?(?:admin|train)\/file\/([^?#]+)/i.exec(url.trim())?.[1]
  return place === undefined ? undefined : safeMediaPath(place)
}

/** The paths inside the media folder of the pictures in a text of HTML, and of what it links to. */
export function namedPathsOf(html: string): string[] {
  return [...html.matchAll(/\b(?:src|href)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)].flatMap(([, ...quoted]) => mediaPathOf((quoted.find(Boolean) ?? '').replaceAll('&amp;', '&')) ?? [])
}

type Resource = { kind: string; url: string; packageUrl: string | null; captions: { url: string }[] }

/** What the media folder has of a resource: paths of files, and folders (with a slash at the end) with all that lies below them. */
export function placesOf({ kind, url, packageUrl, captions }: Resource): string[] {
  const start = mediaPathOf(url)
  const zip = packageUrl === null ? undefined : mediaPathOf(packageUrl)
  return [
    ...(start === undefined ? [] : [start, ...(kind === 'courseware' ? folderOf(start) : streamOf(start))]),
    ...(zip === undefined ? [] : [zip, ...folderOf(`${zip.replace(/\.zip$/i, '')}/of the package`)]),
    ...captions.flatMap((caption) => mediaPathOf(caption.url) ?? []),
  ]
}

/** The places of a video that is no resource. */
export function placesOfVideo(url: string): string[] {
  return placesOf({ kind: 'video', url, packageUrl: null, captions: [] })
}

/** Whether a path is one of the places or lies below one. */
export function isAmong(places: ReadonlySet<string>, filePath: string): boolean {
  return placesAround(filePath).some((place) => places.has(place))
}

/** The places that a path may be among: its own, and the folders that it lies in. */
export function placesAround(filePath: string): string[] {
  const names = filePath.split('/')
  return [filePath, ...names.flatMap((_, at) => (at > 0 ? [`${names.slice(0, at).join('/')}/`] : []))]
}

/** A path as addresses in texts may write it other than by its own letters: percent-encoded, more or less of it, and with HTML's `&amp;`. */
export function otherSpellings(filePath: string): string[] {
  const spelt = [filePath, encodeURI(filePath), filePath.split('/').map(encodeURIComponent).join('/')]
  const all = new Set(spelt.flatMap((one) => [one, one.replaceAll('&', '&amp;')]))
  all.delete(filePath)
  return [...all]
}

/** The pieces of a stream lie in the folder of its playlist. */
function streamOf(filePath: string): string[] {
  return /\.m3u8$/i.test(filePath) ? folderOf(filePath) : []
}

/** The folder of a file, but for the few at the top, in which everybody's files lie. */
function folderOf(filePath: string): string[] {
  const names = filePath.split('/').slice(0, -1)
  return names.length > 1 ? [`${names.join('/')}/`] : []
}
