import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { linesWith, root, sources, withoutComments } from '../support/sources'

// What can hurt stands in few places, each of them looked at: a new one has to be added here on purpose.

const code = (folders: string[], ending?: RegExp) => sources(folders, ending).map((file) => ({ ...file, text: withoutComments(file.text) }))
const web = code(['app', 'components', 'lib', 'middleware.ts', 'instrumentation.ts'])
const platform = code(['training-api']).filter(({ path }) => !/training-api\/(tests|media|seed)\//.test(path))
const filesWith = (files: typeof web, pattern: RegExp) => [...new Set(linesWith(files, pattern).map((line) => line.split(':', 1)[0]!))].sort()

describe('dangerous things', () => {
  it('texts become code nowhere', () => {
    expect(linesWith([...web, ...platform], /\beval\(|new Function\(|document\.write|\bsetTimeout\(\s*['"`]|\.innerHTML\s*=|insertAdjacentHTML|createContextualFragment|execSync|child_process|\bvm\b\.|srcdoc/i)).toEqual([])
  })

  it('HTML is put into a page by these alone: cleaned rich text, the script of the head, escaped JSON-LD and drawings of ours', () => {
    expect(filesWith(web, /dangerouslySetInnerHTML/)).toEqual(['app/[tenant]/[locale]/layout.tsx', 'components/content/json-ld.tsx', 'components/content/rich-text.tsx', 'components/questions/option-text.tsx', 'components/ui/art/empty-case.tsx', 'components/ui/icon.tsx'])
    expect(filesWith(web, /as SafeHtml/)).toEqual(['lib/training/rich-text.ts'])
  })

  it('SQL is written as templates with bound values; raw text has no values of anybody in it', () => {
    expect(filesWith(platform, /sql\.raw\(/).filter((path) => !path.includes('/db/'))).toEqual(['training-api/queries/label-sets.ts'])
    // The database takes bare text as well, put together of whatever.
    expect(filesWith(platform, /\.execute\(\s*(?:['"`]|[\w.]+\s*\+)/).filter((path) => !path.includes('/db/'))).toEqual([])
  })

  it('headers in which a proxy says who asks are read, or taken away, in these places alone', () => {
    expect(filesWith(web, /x-forwarded-/i)).toEqual(['lib/request/address.ts', 'lib/request/domains.ts', 'lib/request/gate.ts', 'lib/request/launches.ts', 'lib/request/odd-requests.ts', 'lib/training/client.ts'])
    expect(filesWith(web, /nextUrl\.(origin|host)|\bhead(ers)?\.get\(['"]host['"]\)/)).toEqual(['lib/request/domains.ts', 'lib/request/gate.ts', 'lib/request/launches.ts'])
  })

  it('windows are opened by these alone, without a way back to ours', () => {
    const opening = web.filter(({ text }) => /window\.open\(/.test(text))
    expect(opening.map(({ path }) => path).sort()).toEqual(['components/simulation/open-apart.ts'])
    expect(opening.filter(({ text }) => !/'noopener'|\.opener = null/.test(text))).toEqual([])
  })

  it('a link to a new window is never without noopener', () => {
    expect(linesWith(web, /target="_blank"/).filter((line) => !/noopener|ButtonLink|closest\(/.test(line))).toEqual([])
  })

  it('messages from other windows are heard in these places, and their origin is looked at', () => {
    const hearing = web.filter(({ text }) => /window\.addEventListener\('message'/.test(text))
    expect(hearing.map(({ path }) => path)).toEqual(['components/courseware/courseware-session.ts'])
    expect(hearing.filter(({ text }) => !/origin !== |\.origin\b/.test(text))).toEqual([])
    expect(linesWith(web, /postMessage\([^)]*,\s*['"]\*['"]/)).toEqual([])
  })

  it('randomness that must not be guessed does not come from Math.random; pauses before another try do', () => {
    expect(filesWith([...web, ...platform], /Math\.random\(/)).toEqual(['lib/domain/spread.ts', 'training-api/code-sender.ts', 'training-api/db/migrate.ts', 'training-api/db/tx.ts'])
  })

  it('weak ciphers and hashes: one where the contract wants it, and nowhere else', () => {
    expect(filesWith([...web, ...platform], /createCipheriv|createDecipheriv/)).toEqual(['lib/request/sealed.ts', 'lib/training/cipher.ts', 'training-api/rules/answer-files.ts', 'training-api/rules/passwords.ts'])
    expect(linesWith([...web, ...platform], /createHash\(['"](md5|sha1)['"]|aes-\d+-ecb|['"](?:des|rc4|rc2|bf)-/i)).toEqual([])
  })

  it('keys are made and used in the files that the policy names, and in no other', () => {
    const policy = readFileSync(`${root}docs/security/policy.md`, 'utf8')
    const named = [.../other algorithms stand in one file each \(([^)]+)\)/.exec(policy)![1]!.matchAll(/`([^`]+)`/g)].map(([, path]) => path)
    expect(filesWith([...web, ...platform], /createHmac\(|createCipheriv\(|hkdf(Sync)?\(|diffieHellman\(|generateKeyPair(Sync)?\(|\bargon2\(|\bsubtle\./)).toEqual([...named].sort())
  })

  // On either side, whatever the other is but a word or text of the language.
  const secret = String.raw`(?:secret|signature|hash|token|checkcode)\w*`
  const compared = new RegExp(String.raw`${secret}!?\s*[!=]==?(?!=|\s*(?:null\b|undefined\b|true\b|false\b|[\d'"\x60]))|(?<!\bnull|\bundefined|['"\x60])\s[!=]==?\s*[\w.#?]*${secret}`, 'i')
  it.each(['signature !== expected', 'row.hash !== given', 'tokenHash === row.tokenHash', 'given === signature', 'secret === env.SECRET', 'checkCode === given', 'hash === hashOf(given)', 'hashOf(given) != row.hash'])('sees a comparison that tells by its time: %s', (comparison) => {
    expect(linesWith([{ path: 'x.ts', text: `if (${comparison}) return` }], compared)).toHaveLength(1)
  })

  it('secrets are compared in constant time', () => {
    const notSecret = [
      /etag/i,
      // Whether the own session goes on with another token than before.
      /^lib\/domain\/learner\.ts.*\btoken [!=]== this\.#token/,
      /^lib\/request\/renewal\.ts.*\b(?:current|fresh)\.token [!=]==/,
      // Hashes of what the asker has sent, and receipts that anybody may check.
      /^training-api\/(?:queries|rules)\/(?:answers|answer-files)\.ts.*(?:answerHash|file\.hash)/,
      /^training-api\/routes\/receipts\.ts.*linkHash\(found\.receipt\) === hash/,
      /^training-api\/rules\/receipts\.ts.*bytes\.toString\('base64url'\) !== signature/,
      // The settings of whoever operates it, against what everybody can read.
      /env\.ts.*UPSTREAM_CLIENT_S/,
    ]
    expect(linesWith([...web, ...platform], compared).filter((line) => !notSecret.some((known) => known.test(line)))).toEqual([])
  })

  it('nothing waits for a foreign host without an end', () => {
    expect(web.concat(platform).filter(({ path, text }) => /(?<!\.)\bfetch\(/.test(text) && !/AbortSignal|signal/.test(text) && !/^(components|lib\/queries)\//.test(path)).map(({ path }) => path)).toEqual([])
  })
})
