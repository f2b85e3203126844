import { expect, it } from 'vitest'
import { fileTypeOf } from '@/lib/domain/file-types'

it.each(['a.constructor', 'a.toString', 'a.valueOf', 'a.__proto__', 'a', 'a.'])('the end of %s says nothing of its kind', (name) => expect(fileTypeOf(name)).toBeNull())

it.each(['a.js', 'a.css', 'a.txt', 'a.html'])('%s is read in the letters of the page that asks for it', (name) => expect(fileTypeOf(name)).not.toContain('charset'))
it.each(['a.mjs', 'a.json', 'a.vtt'])('%s is in UTF-8 as its kind always is', (name) => expect(fileTypeOf(name)).toContain('charset=utf-8'))
