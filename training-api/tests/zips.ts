import { constants, crc32, deflateRawSync } from 'node:zlib'

export type ZipPart = {
  name: string | Buffer
  data?: string | Uint8Array
  /** Unix mode; a plain file unless told otherwise. */
  mode?: number
  flags?: number
  /** Fields beside the name. */
  extra?: Buffer
  /** What the directory claims instead of the truth. */
  claimedBytes?: number
  /** Data that is deflated already, with its true length. */
  deflated?: { data: Buffer; bytes: number }
}

const UTF8 = 0x800

/** A zip as a tool (or an attacker) would write it; everything about an entry can be a lie. */
export function zipOf(parts: ZipPart[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const name = typeof part.name === 'string' ? Buffer.from(part.name) : part.name
    const plain = Buffer.from(part.data ?? '')
    const packed = part.deflated?.data ?? deflateRawSync(plain)
    const bytes = part.claimedBytes ?? part.deflated?.bytes ?? plain.byteLength
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(part.flags ?? (typeof part.name === 'string' ? UTF8 : 0), 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(part.deflated ? 0 : crc32(plain), 10)
    common.writeUInt32LE(packed.byteLength, 14)
    common.writeUInt32LE(bytes, 18)
    common.writeUInt16LE(name.byteLength, 22)
    const extra = part.extra ?? Buffer.alloc(0)
    common.writeUInt16LE(extra.byteLength, 24)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, extra, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(((part.mode ?? 0o100644) << 16) >>> 0, 6)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 3]), common, rest, name, extra]))
    bodies.push(local)
    at += local.byteLength
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(list.byteLength, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...bodies, list, Buffer.from('PK\x05\x06', 'latin1'), end])
}

/** So many times 16 MB of zeros, deflated to almost nothing. */
export function zeros(times: number): { data: Buffer; bytes: number } {
  const size = 16 * 1024 * 1024
  // After a full flush a block refers to nothing before it, so that the same bytes may be repeated.
  const block = deflateRawSync(Buffer.alloc(size), { finishFlush: constants.Z_FULL_FLUSH })
  return { data: Buffer.concat([...Array.from({ length: times }, () => block), Buffer.from([3, 0])]), bytes: size * times }
}

/** A manifest of SCORM 1.2 with one lesson. */
export const manifest12 = (href = 'index.html', more = '') => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m" version="1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">${more}
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="O"><organization identifier="O"><title>课</title><item identifier="I" identifierref="R"><title>一</title></item></organization></organizations>
<resources><resource identifier="R" type="webcontent" adlcp:scormtype="sco" href="${href}"><file href="${href}"/></resource></resources></manifest>`
