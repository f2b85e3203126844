const utf8 = (type: string) => `${type}; charset=utf-8`

const types: Record<string, string> = {
  avif: 'image/avif', css: 'text/css', gif: 'image/gif', htm: 'text/html', html: 'text/html', ico: 'image/x-icon', jpeg: 'image/jpeg', jpg: 'image/jpeg', js: 'text/javascript', json: utf8('application/json'),
  m4a: 'audio/mp4', m4v: 'video/mp4', mjs: utf8('text/javascript'), mp3: 'audio/mpeg', mp4: 'video/mp4', oga: 'audio/ogg', ogg: 'audio/ogg', ogv: 'video/ogg', otf: 'font/otf', pdf: 'application/pdf', png: 'image/png',
  svg: 'image/svg+xml', ttf: 'font/ttf', txt: 'text/plain', vtt: utf8('text/vtt'), wasm: 'application/wasm', wav: 'audio/wav', webm: 'video/webm', webp: 'image/webp', woff: 'font/woff', woff2: 'font/woff2',
  xhtml: 'application/xhtml+xml', xml: 'application/xml', xsd: 'application/xml',
}

/**
 * The content type of a file of a package by the end of its name, null when that says nothing. A page's letters are its own business, and
 * those of its scripts, styles and texts are read as the page's: older packages are in GB2312 or Shift_JIS throughout.
 */
export function fileTypeOf(name: string): string | null {
  const end = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(types, end) ? (types[end] ?? null) : null
}

/** Whether a path says that its file is a PDF; what stands behind the path in an address says nothing. */
export const isCalledPdf = (path: string) => /^[^?#]*\.pdf$/i.test(path)
