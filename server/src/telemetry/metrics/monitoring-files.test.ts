import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { readMetrics, WITH_METRICS } from '../../testing/metrics.ts'

const FOLDER = 'deploy/monitoring'
const GUIDE = 'docs/operations.md'
const read = (name: string): Promise<string> => readFile(join(import.meta.dirname, '../../../..', name), 'utf8')

function namesIn(text: string): string[] {
  const names = text.match(/\b(?:ninesixteen|nodejs|process)_[a-z0-9_]+/g) ?? []
  return [...new Set(names.map((name) => name.replace(/_(bucket|sum|count)$/, '')))]
}

test('dashboard, alerts and guide name existing metrics, and the guide names all', async () => {
  const names = (await readMetrics(await startTestApp(WITH_METRICS))).names()
  for (const file of [`${FOLDER}/dashboard.json`, `${FOLDER}/alerts.yml`, `${FOLDER}/alerts.test.yml`, GUIDE]) {
    const unknown = namesIn(await read(file)).filter((name) => !names.includes(name))
    expect([file, unknown]).toEqual([file, []])
  }
  const ownNames = names.filter((name) => name.startsWith('ninesixteen_'))
  expect(ownNames.length).toBeGreaterThan(25)
  const explained = namesIn(await read(GUIDE))
  expect(ownNames.filter((name) => !explained.includes(name))).toEqual([])
})

test('each alert explains the problem and the fix and has a test', async () => {
  const [rules, tests] = [await read(`${FOLDER}/alerts.yml`), await read(`${FOLDER}/alerts.test.yml`)]
  const alerts = rules.split(/^ +- alert: /m).slice(1)
  expect(alerts.length).toBeGreaterThan(15)
  for (const alert of alerts) {
    const name = alert.split('\n', 1)[0] ?? ''
    expect(name).toMatch(/^Ninesixteen[A-Z]\w+$/)
    expect(alert).toMatch(/severity: (critical|warning)\n/)
    expect(alert).toMatch(/summary: ['"]?\S.{15,}/)
    expect(alert).toMatch(/runbook: ['"]?\S.{40,}/)
    // Once for when it fires, once for when it doesn't.
    expect(tests.split(`alertname: ${name}\n`).length - 1).toBe(2)
  }
})

test('the dashboard uses the selected Prometheus, and no panel is empty', async () => {
  interface Panel {
    type: string
    title: string
    targets?: { expr: string; datasource: { uid: string } }[]
  }
  const { panels } = JSON.parse(await read(`${FOLDER}/dashboard.json`)) as { panels: Panel[] }
  const drawn = panels.filter(({ type }) => type !== 'row')
  expect(drawn.length).toBeGreaterThan(20)
  for (const { title, targets = [] } of drawn) {
    expect([title, targets.length > 0]).toEqual([title, true])
    for (const { expr, datasource } of targets) expect([datasource.uid, namesIn(expr).length > 0]).toEqual(['${datasource}', true])
  }
})
