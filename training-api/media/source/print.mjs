// Prints the handbook: node print.mjs OUT.pdf
import { openPage } from './page.mjs'

const { page, close } = await openPage('7002.html')
await page.waitForFunction(() => document.documentElement.dataset.ready === 'yes')
await page.pdf({ path: process.argv[2], preferCSSPageSize: true, printBackground: true, tagged: true, outline: true })
await close()
