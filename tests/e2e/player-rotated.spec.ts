import { expect, test } from './fixtures'

const rotations = [0, 90, 180, 270]

/** A document whose pages lie on each of their sides, each with a word in one corner of what the file has upright. */
function rotatedPdf(): string {
  const content = 'BT /F1 30 Tf 40 220 Td (corner) Tj ET'
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>', `<</Type/Pages/Count 4/Kids[${rotations.map((_, at) => `${5 + at} 0 R`).join(' ')}]>>`, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>', `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ...rotations.map((rotation) => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 260]/Rotate ${rotation}/Resources<</Font<</F1 3 0 R>>>>/Contents 4 0 R>>`),
  ]
  return `%PDF-1.4\n${objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer<</Root 1 0 R>>`
}

test('the words of a page that lies on its side stand where they are seen', async ({ page, loginAs }) => {
  await loginAs('liming')
  // Others find the page they left.
  await page.route('**/api/study/position', (route) => route.fulfill({ json: { kept: false } }))
  const body = rotatedPdf()
  await page.route('**/doc/*.pdf', (route) => route.fulfill({ headers: { 'Content-Type': 'application/pdf', 'Content-Length': String(body.length) }, body: route.request().method() === 'HEAD' ? '' : body }))
  await page.goto('/StudyDetil?courseId=3001&chapterId=3101&sectionId=3202')
  for (const [at, rotation] of rotations.entries()) {
    const sheet = page.locator(`[data-page="${at + 1}"]`)
    await page.getByLabel('页码').fill(String(at + 1))
    await page.getByLabel('页码').press('Enter')
    const word = sheet.getByText('corner')
    await expect(word).toBeAttached()
    // In the upright file the middle of the word is 85 points from the left and 30 below the upper edge; turned, both in parts of the sheet.
    const [x, y] = [85 / 400, 30 / 260]
    const wanted = { 0: [x, y], 90: [1 - y, x], 180: [1 - x, 1 - y], 270: [y, 1 - x] }[rotation]!
    const [around, box] = await Promise.all([sheet.boundingBox(), word.boundingBox()])
    const seen = [(box!.x + box!.width / 2 - around!.x) / around!.width, (box!.y + box!.height / 2 - around!.y) / around!.height]
    expect(Math.hypot(seen[0]! - wanted[0]!, seen[1]! - wanted[1]!), `turned by ${rotation}`).toBeLessThan(0.05)
  }
})
