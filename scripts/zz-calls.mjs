const A='/work/main/scripts/bench/'
const { startApi, startWeb, startCanned } = await import(A+'web/arrangements.mjs')
const { gather, hostOf, send } = await import(A+'web/people.mjs')
const { cases, requestOf } = await import(A+'web/cases.mjs')
const { exchange } = await import(A+'http.mjs')
const { runOnce } = await import(A+'measure.mjs')
const { stopAll } = await import(A+'servers.mjs')
const api = await startApi(); const canned = await startCanned(api.port)
const web = await startWeb(canned.port, { withControls: true })
await canned.steer('record')
const people = await gather(web.port)
for (const n of process.argv[2].split(',')) { const one = cases[n]; const p = people[one.by][0]
  await one.prepare?.(p, (who, method, path, body) => send(web.port, who, method, path, body))
  let asked; for (let i=0;i<2;i++) { await canned.steer('begin'); const r = await exchange(web.port, requestOf(one, p, hostOf(p, web.port))); asked = await canned.steer('calls') }
  for (const { method, path, headers, body } of asked) { const make = () => ({ method, path, headers, ...(body ? { body } : {}) })
    await runOnce({ port: api.port, requestsOf: () => [make], servers: api.servers, seconds: 1 }).catch(()=>0)
    const r = await runOnce({ port: api.port, requestsOf: () => [make], servers: api.servers, seconds: 2 }).catch(e => ({ total: NaN, perSecond: NaN }))
    console.log(n.padEnd(14), r.total.toFixed(2), 'ms', r.perSecond.toFixed(0), method, path.slice(0, 110)) } }
await api.close(); await stopAll(); process.exit(0)
