import { expect } from 'vitest'
import type { TestApp } from './app.ts'

export const METRICS_TOKEN = 'a-token-for-the-figures'
/** Serves metrics on the main port. */
export const WITH_METRICS = { metrics: { port: null, host: '127.0.0.1', token: METRICS_TOKEN } }

export async function readMetrics({ url }: Pick<TestApp, 'url'>): Promise<ParsedMetrics> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  expect(answer.status).toBe(200)
  return new ParsedMetrics(await answer.text())
}

/** A parsed metrics response. */
export class ParsedMetrics {
  readonly text: string
  readonly #values = new Map<string, number>()

  constructor(text: string) {
    this.text = text
    for (const line of text.split('\n')) {
      const [, name, value] = /^([a-z_0-9]+(?:\{.*\})?) (\S+)$/i.exec(line) ?? []
      if (name !== undefined) this.#values.set(name, value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value))
    }
  }

  /** The value of `name{label="value"}`, or undefined if it isn't reported. */
  value(series: string): number | undefined {
    return this.#values.get(series)
  }

  /** Number of label combinations of a metric. */
  series(name: string): string[] {
    return [...this.#values.keys()].filter((key) => key === name || key.startsWith(`${name}{`))
  }

  /** Declared metrics with their help texts. */
  names(): string[] {
    return [...this.text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '']) => name)
  }
}
