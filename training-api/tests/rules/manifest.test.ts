import { describe, expect, test } from 'vitest'
import { fileFinder, launchAddress, manifestText, parseManifest } from '../../rules/manifest.ts'
import { manifest12 } from '../zips.ts'

const find = fileFinder(['index.html', 'scormdriver/indexAPI.html', 'shared/launch page.html', '课程/第一课.html', 'res/a.html', 'res/b.html'])

describe('the address of a part', () => {
  test.each([
    ['index.html', '', 'index.html'],
    ['index.html', '?p=2', 'index.html?p=2'],
    ['index.html', '&p=2', 'index.html?p=2'],
    ['index.html?a=1', '?p=2', 'index.html?a=1&p=2'],
    ['index.html', '#/intro', 'index.html#/intro'],
    ['index.html?a=1', '#/intro', 'index.html?a=1'],
    ['index.html#top', '?p=2', 'index.html?p=2#top'],
    ['./INDEX.HTML', '', 'index.html'],
    ['shared/launch page.html', '', 'shared/launch%20page.html'],
    ['shared/launch%20page.html', '?x=%20', 'shared/launch%20page.html?x=%20'],
    ['shared\\launch page.html', '', 'shared/launch%20page.html'],
    ['课程/第一课.html', '', `${encodeURIComponent('课程')}/${encodeURIComponent('第一课.html')}`],
    ['res/../index.html', '', 'index.html'],
  ])('%s with %s is %s', (href, parameters, address) => {
    expect(launchAddress(href, parameters, find)).toBe(address)
  })
})

describe('a manifest that says more than is told of a package', () => {
  const find = fileFinder(['index.html'])
  type Said = { version?: string; title?: string; base?: string; items?: number; item?: string; inItem?: string; href?: string }
  const manifestOf = ({ version = '1.2', title = 't', base = '', items = 1, item = '', inItem = '', href = 'index.html' }: Said) => `<manifest xml:base="${base}"><metadata><schemaversion>${version}</schemaversion></metadata>
    <organizations><organization identifier="O"><title>${title}</title>${`<item ${item || 'identifier="I"'} identifierref="R">${inItem}</item>`.repeat(items)}</organization></organizations>
    <resources><resource identifier="R" scormtype="sco" href="${href}"/></resources></manifest>`
  const long = (length: number) => 'x'.repeat(length)

  test('has its titles cut, not in the middle of a character', () => {
    const { title, items } = parseManifest(manifestOf({ title: `${long(499)}😀${long(900_000)}`, items: 300 }), find)
    expect([title, items.length, new Set(items.map((one) => one.title))]).toEqual([long(499), 300, new Set([long(499)])])
  })

  test.each<[string, Said]>([
    ['a base in each of 300 addresses', { base: `index.html?${long(1_000_000)}`, href: '#', items: 300 }],
    ['a base that leads nowhere, a million times', { base: './'.repeat(500_000), items: 300 }],
    ['an address', { href: `index.html?${long(2_000)}` }],
    ['parameters', { item: `identifier="I" parameters="${long(2_001)}"` }],
    ['address and parameters together', { href: `index.html?${long(1_500)}`, item: `identifier="I" parameters="${long(1_500)}"` }],
    ['an id', { item: `identifier="${long(201)}"` }],
    ['launch data in SCORM 1.2', { inItem: `<datafromlms>${long(4_097)}</datafromlms>` }],
    ['launch data in SCORM 2004', { version: '2004 3rd Edition', inItem: `<dataFromLMS>${long(64_001)}</dataFromLMS>` }],
    ['a time', { inItem: `<maxtimeallowed>${long(101)}</maxtimeallowed>` }],
    ['what happens after a time', { inItem: `<timelimitaction>${long(101)}</timelimitaction>` }],
    ['all of it together', { href: `index.html?${long(1_500)}`, items: 300 }],
  ])('is refused: %s', (_, said) => {
    expect(() => parseManifest(manifestOf(said), find)).toThrow(expect.objectContaining({ name: 'PackageRefused', fault: 'manifest' }))
  })

  test('is not looked for among the files while its address is too long', () => {
    const asked: string[] = []
    const noted = (path: string) => (asked.push(path), find(path))
    expect(() => parseManifest(manifestOf({ base: './'.repeat(500_000), items: 300 }), noted)).toThrow()
    expect(asked).toEqual([])
  })

  test('is told shortly in the log', () => {
    expect(() => parseManifest(manifestOf({ version: long(100_000) }), find)).toThrow(expect.objectContaining({ fault: 'standard', about: long(300), message: `standard: ${long(300)}` }))
  })

  test('is taken up to there', () => {
    const { items } = parseManifest(manifestOf({ version: '2004 3rd Edition', item: `identifier="${long(200)}" parameters="${long(1_900)}"`, inItem: `<dataFromLMS>${long(64_000)}</dataFromLMS><timeLimitAction>${long(100)}</timeLimitAction>` }), find)
    expect(items[0]).toMatchObject({ id: long(200), href: `index.html?${long(1_900)}`, launchData: long(64_000), timeLimitAction: long(100) })
  })
})

describe('a manifest', () => {
  test('with its own prefixes, bases and nested items is read in order', () => {
    const manifest = parseManifest(`<ims:manifest xmlns:ims="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:a="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:s="http://www.imsglobal.org/xsd/imsss" xml:base="">
      <ims:metadata><ims:schemaversion>2004 3rd Edition</ims:schemaversion></ims:metadata>
      <ims:organizations default="B"><ims:organization identifier="A"><ims:title>no</ims:title></ims:organization>
      <ims:organization identifier="B"><ims:title>安全 &amp; 健康</ims:title>
        <ims:item identifier="M"><ims:title>模块</ims:title>
          <ims:item identifier="one" identifierref="R1" parameters="?slide=1"><ims:title>一</ims:title><a:completionThreshold>0.7</a:completionThreshold><a:dataFromLMS>data</a:dataFromLMS>
            <s:sequencing><s:objectives><s:primaryObjective objectiveID="PRIMARY" satisfiedByMeasure="true"><s:minNormalizedMeasure>0.8</s:minNormalizedMeasure></s:primaryObjective><s:objective objectiveID="第 2"/><s:objective objectiveID="PRIMARY"/><s:objective/></s:objectives></s:sequencing></ims:item>
          <ims:item identifier="two" identifierref="R2" isvisible="false"><ims:title>二</ims:title><a:completionThreshold completedByMeasure="true" minProgressMeasure="0.5"/></ims:item>
          <ims:item identifier="folder" identifierref="nothing"/>
        </ims:item>
        <s:sequencing><s:controlMode choice="false" flow="true"/></s:sequencing></ims:organization></ims:organizations>
      <ims:resources xml:base="res/"><ims:resource identifier="R1" a:scormType="sco" href="a.html"/><ims:resource identifier="R2" a:scormType="asset" href="b.html"/></ims:resources></ims:manifest>`, find)
    expect(manifest).toMatchObject({ standard: 'scorm2004', title: '安全 & 健康', choice: false, flow: true })
    expect(manifest.items).toEqual([
      { id: 'one', title: '一', href: 'res/a.html?slide=1', tracked: true, visible: true, masteryScore: null, completionThreshold: 0.7, passingScore: 0.8, objectives: ['PRIMARY', '第 2'], launchData: 'data', maxTime: '', timeLimitAction: '' },
      { id: 'two', title: '二', href: 'res/b.html', tracked: false, visible: false, masteryScore: null, completionThreshold: 0.5, passingScore: null, objectives: [], launchData: '', maxTime: '', timeLimitAction: '' },
    ])
  })

  test.each([
    ['completedByMeasure="false" minProgressMeasure="1.0"', '', null], ['minProgressMeasure="0.7"', '', null], ['completedByMeasure="true"', '', 1], ['completedByMeasure="true" minProgressMeasure="0.5"', '', 0.5],
    ['', '0.7', 0.7], ['xmlns:a="http://www.adlnet.org/xsd/adlcp_v1p3"', '0.7', 0.7], ['', '', null],
  ])('with the threshold <completionThreshold %s>%s asks for %s', (attributes, text, threshold) => {
    const { items } = parseManifest(manifest12().replace('</item>', `<completionThreshold ${attributes}>${text}</completionThreshold></item>`), (path) => path)
    expect(items[0]?.completionThreshold).toBe(threshold)
  })

  test('with objectives without end names the first of them, and none whose name has none', () => {
    const named = (name: string) => `<objective objectiveID="${name}"/>`
    const sequencing = `<sequencing><objectives>${named('x'.repeat(201))}${Array.from({ length: 900 }, (_, at) => named(`o${at}`)).join('')}</objectives></sequencing>`
    const { items } = parseManifest(manifest12().replace('</item>', `${sequencing}</item>`), (path) => path)
    expect(items[0]?.objectives).toEqual(Array.from({ length: 20 }, (_, at) => `o${at}`))
  })

  test('of SCORM 1.2 brings mastery score, limits and launch data', () => {
    const { items, standard } = parseManifest(`<manifest xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"><organizations><organization identifier="O"><title>t</title>
      <item identifier="I" identifierref="R"><title>x</title><adlcp:masteryscore>80</adlcp:masteryscore><adlcp:maxtimeallowed>00:30:00</adlcp:maxtimeallowed><adlcp:timelimitaction>exit,no message</adlcp:timelimitaction><adlcp:datafromlms>a=1&amp;b=2</adlcp:datafromlms></item></organization></organizations>
      <resources><resource identifier="R" adlcp:scormtype="SCO" href="index.html"/></resources></manifest>`, find)
    expect(standard).toBe('scorm12')
    expect(items[0]).toMatchObject({ masteryScore: 80, maxTime: '00:30:00', timeLimitAction: 'exit,no message', launchData: 'a=1&b=2', tracked: true })
  })

  test('without a table of contents offers its first resource', () => {
    const { items } = parseManifest('<manifest><metadata><schemaversion>CAM 1.3</schemaversion></metadata><organizations/><resources><resource identifier="R" scormtype="sco" href="index.html"/></resources></manifest>', find)
    expect(items).toMatchObject([{ id: 'item-1', href: 'index.html' }])
  })

  test.each([
    ['&#29992;&#x7535;', '用电'], ['A &amp; B', 'A & B'],
    // Read once only, and not at all where it is meant as it stands.
    ['&amp;#65;', '&#65;'], ['<![CDATA[&#65;]]>', '&#65;'],
  ])('with the title %s calls it %s', (written, title) => {
    expect(parseManifest(manifest12().replace('<title>一</title>', `<title>${written}</title>`), (path) => path).items[0]?.title).toBe(title)
  })

  test('finds files by names whose letters are numbers, and no others', () => {
    const find = fileFinder(['用电/第 1 课.html', 'index.html'])
    expect(parseManifest(manifest12('&#29992;&#30005;/&#31532; 1 &#35838;.html'), find).items[0]?.href).toBe(encodeURI('用电/第 1 课.html'))
    for (const href of ['&#46;&#46;/index.html', 'java&#115;cript:alert(1)', '&#47;&#47;evil.example/index.html']) expect(() => parseManifest(manifest12(href), find)).toThrow('missingFile')
  })

  test.each([['constructor', 'constructor'], ['__proto__', 'item-1']])('with an item named %s calls it %s', (name, id) => {
    const { items } = parseManifest(`<manifest><metadata><schemaversion>1.2</schemaversion></metadata><organizations><organization identifier="O"><title>t</title><item identifier="${name}" identifierref="R"/></organization></organizations>
      <resources><resource identifier="R" scormtype="sco" href="index.html"/></resources></manifest>`, find)
    expect(items).toMatchObject([{ id }])
  })

  test.each([['gb2312', Buffer.concat([Buffer.from('<?xml version="1.0" encoding="gb2312"?><a>'), Buffer.from([0xbf, 0xce]), Buffer.from('</a>')])], ['UTF-16', Buffer.from('\ufeff<a>课</a>', 'utf16le')], ['UTF-8 with a mark', Buffer.from('\ufeff<a>课</a>')]])('in %s is read', (_, bytes) => {
    expect(manifestText(bytes)).toMatch(/<a>课<\/a>$/)
  })
})
