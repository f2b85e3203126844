type Picture = { tenantId: number; fileId: number; contentHash: string; contentType: string }

/** The kind of a picture by its first bytes, whatever its name says; undefined for anything but JPEG and PNG. */
export function pictureType(content: Uint8Array): 'image/jpeg' | 'image/png' | undefined {
  const starts = (...bytes: number[]) => bytes.every((byte, at) => content[at] === byte)
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  return undefined
}

/** The address of an uploaded avatar, which needs no token: it has part of the picture's hash, so that only who has the picture could work it out. */
export function avatarPath({ tenantId, fileId, contentHash, contentType }: Picture): string {
  const extension = contentType === 'image/png' ? 'png' : 'jpg'
  return `/admin/file/avatar/${tenantId}/${fileId}-${contentHash.slice(0, 24)}.${extension}`
}

/** The upload an avatar's address speaks of; undefined for a picture that was never uploaded. */
export function avatarFileId(path: string | null | undefined): number | undefined {
  const found = /^\/admin\/file\/avatar\/\d+\/(\d+)-[0-9a-f]{24}\.(png|jpg)$/.exec(path ?? '')
  return found ? Number(found[1]) : undefined
}
