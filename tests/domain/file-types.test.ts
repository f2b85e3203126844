import { expect, it } from 'vitest'
import { fileTypeOf } from '@/lib/domain/file-types'

it.each(['a.constructor', 'a.toString', 'a.valueOf', 'a.__proto__', 'a', 'a.'])('the end of %s says nothing of its kind', (name) => expect(fileTypeOf(name)).toBeNull())
