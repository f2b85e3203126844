import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installed } from '../lib/browser.mjs'
import { undoAtEnd } from '../lib/processes.mjs'

const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync']

/** Why there is no browser where `openBrowser` gives null. */
export const noBrowser = 'no Chromium or Chrome is installed here, and CHROMIUM_PATH names none'

/** A browser with what ends it; null where none is installed. */
export async function openBrowser() {
  const executablePath = process.env.CHROMIUM_PATH || installed() || chromium.executablePath()
  if (!existsSync(executablePath)) return null
  // An interrupt is ours to hear: the browser ends in turn with everything else.
  const browser = await chromium.launch({ executablePath, args, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false })
  return { browser, close: undoAtEnd(() => browser.close()) }
}
