import { describe, expect, it } from 'vitest'
import { linesWith, sources, withoutComments } from '../support/sources'

/** Of the glossary's column of wire words those that mean nothing else; an attempt is still `answerId` and `instanceId` in many rooms. */
const spellings = [
  'studty', 'knityn', 'integral', 'curriculum', 'Curriculum', 'Detil', 'muluList', 'FangZhen', 'residueTime', 'classHourses', 'examPlan', 'useRecord', 'courseScore', 'planScore', 'sumHours', 'studyTimeSum',
  'courseStudyTime', 'gradeApp', 'commentNum', 'messageSend', 'examError', 'errorId', 'BrushExercises', 'practiceCenter', 'studyPath', 'ClassCertificate', 'sectionTrain', 'simulationStudy', 'switchScreen',
  'userScore', 'throughFlag', 'contenState', 'sectionContentType', 'questionType', 'noticeTypeId',
]
const wireWords = new RegExp(spellings.join('|'))
const code = (folders: string[]) => sources(folders).map((file) => ({ ...file, text: withoutComments(file.text) }))

describe('words', () => {
  it('spells the wire only where the wire is spoken', () => {
    const rooms = /^(lib\/training\/|training-api\/routes\/|lib\/routes\.ts$)/
    const files = code(['app', 'components', 'lib', 'messages', 'training-api', 'middleware.ts']).filter(({ path }) => !rooms.test(path) && !path.startsWith('training-api/tests/'))
    expect(linesWith(files, wireWords)).toEqual([])
  })

  it.each(spellings)('finds %s', (spelling) => {
    expect(linesWith([{ path: 'lib/domain/exams.ts', text: `const a = 1\nconst b = wire.${spelling}\n` }], wireWords)).toEqual([`lib/domain/exams.ts:2: const b = wire.${spelling}`])
  })

  it('keeps sentences for people in messages, tests and the seed', () => {
    const rooms = /^(messages\/|tests\/|training-api\/(tests|seed|media)\/|training-api\/rules\/messages\.ts$)/
    const files = code(['app', 'components', 'lib', 'training-api', 'middleware.ts', 'scripts']).filter(({ path }) => !rooms.test(path) && !path.startsWith('scripts/'))
    expect(linesWith(files, /[\u3040-\u30ff\u3400-\u9fff]/)).toEqual([])
  })

  it('reads the environment in env.ts only', () => {
    const files = code(['app', 'components', 'lib', 'training-api', 'middleware.ts']).filter(({ path }) => !/(^|\/)env\.ts$/.test(path) && !/\/(tests|media)\//.test(path))
    expect(linesWith(files, /process\.env/)).toEqual([])
  })

  it('leaves nothing half done', () => {
    const files = sources(['app', 'components', 'lib', 'training-api', 'middleware.ts', 'scripts', 'tests']).filter(({ path }) => path !== 'tests/architecture/words.test.ts')
    expect(linesWith(files, /\b(TODO|FIXME|XXX|HACK)\b|coming soon|not implemented|@ts-ignore|@ts-expect-error|eslint-disable|:\s*any\b|\bas any\b|\.(only|skip|fixme)\(/)).toEqual([])
  })

  it('colours components by tokens only', () => {
    const files = sources(['components', 'app'], /\.(css|tsx)$/).filter(({ path }) => !/components\/ui\/(tokens|art)|components\/ui\/learning\.css/.test(path))
    expect(linesWith(files, /(?<!&)#[0-9a-fA-F]{3,8}\b(?!['"]?\s*\))/).filter((line) => !/url\(|href=|`#|'#'/.test(line))).toEqual([])
  })
})
