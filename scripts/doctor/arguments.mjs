/** How `npm run doctor` is called: its usage and what it takes. */
export const usage = 'npm run doctor [-- --domain NAME] [--account NAME --password WORD] [--web ADDRESS]'
export const options = { domain: { type: 'string', default: 'localhost' }, account: { type: 'string' }, password: { type: 'string' }, web: { type: 'string' } }
