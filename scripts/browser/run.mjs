// The page in a real browser: node run.mjs PROGRAM BROWSER [STEP...]
//
// Runs the steps of steps/ in order, each in a fresh tab. A step fails if it throws, or if the browser reports an error.
// With names of steps (or a part of them) only these run.

import {readdirSync} from 'node:fs'

import {Session} from './session.mjs'

const [programPath, browserPath, ...wanted] = process.argv.slice(2)
if (!browserPath) {
  console.error('usage: node run.mjs PROGRAM BROWSER [STEP...]')
  process.exit(2)
}

const files = readdirSync(new URL('steps/', import.meta.url))
  .filter((file) => file.endsWith('.mjs'))
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort()
const session = await Session.start({programPath, browserPath})
let nFaults = 0
for (const file of files) {
  const step = await import(new URL(`steps/${file}`, import.meta.url))
  const start = Date.now()
  let fault = null
  session.errors = []
  try {
    await session.open()
    await step.run(session)
  } catch (error) {
    fault = error.message
    if (process.env.BROWSER_FAULTS) await session.page.screenshot({path: `${process.env.BROWSER_FAULTS}/${file}.png`})
  }
  if (session.errors.length > 0) fault = `${fault ?? ''} the browser reports: ${session.errors.join('\n')}`
  console.log(`${fault ? 'FAILED' : 'ok'} ${file}: ${step.name} (${((Date.now() - start) / 1000).toFixed(1)} s)`)
  if (fault) {
    console.log(fault)
    nFaults += 1
  }
}
await session.end()
process.exit(nFaults > 0 ? 1 : 0)
