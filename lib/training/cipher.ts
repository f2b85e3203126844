import 'server-only'
import { createCipheriv } from 'node:crypto'

export type Cipher = 'aes-cbc-zero' | 'aes-cfb' | 'none'

/** A password as the platform's login wants it (contract 1.8): AES-128 with key = IV, Base64. Obfuscation, not protection. */
export function encipherPassword(plain: string, cipher: Cipher, key: string): string {
  if (cipher === 'none') return plain
  const secret = Buffer.from(key, 'utf8')
  const bytes = Buffer.from(plain, 'utf8')
  if (cipher === 'aes-cfb') {
    const stream = createCipheriv('aes-128-cfb', secret, secret)
    return Buffer.concat([stream.update(bytes), stream.final()]).toString('base64')
  }
  const padded = Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)])
  const block = createCipheriv('aes-128-cbc', secret, secret).setAutoPadding(false)
  return Buffer.concat([block.update(padded), block.final()]).toString('base64')
}
