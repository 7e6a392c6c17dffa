import { publishInChaos } from '@ninesixteen/server/testing/publishing-chaos'
import { atMost, type BenchTable } from '../table.ts'
import { startStage } from './stage.ts'

const POSTS = 5000
const KILLS = 500
const WORKERS = 3

/** Workers that are killed continuously, and platforms in chaos mode: compares the platforms' published posts with the product's. */
export async function run(): Promise<BenchTable> {
  const stage = await startStage('web')
  try {
    const { services, sandbox, connection, product } = stage
    const context = { services, sandbox, connection, dataDir: product.dataDir, url: product.origin }
    const startedAt = performance.now()
    const result = await publishInChaos(context, { posts: POSTS, kills: KILLS, workers: WORKERS, seed: 'bench' })
    const { duplicated, lost, contradicted, avoidable, errors } = result
    for (const line of [...duplicated, ...lost, ...contradicted, ...avoidable, ...errors]) process.stderr.write(`${line}\n`)
    return {
      title: `${result.kills} times kill -9 of one of ${WORKERS} workers, over ${result.posts} posts to platforms in chaos mode`,
      columns: ['what', 'value', 'unit'],
      rows: [
        ['published', result.published, 'posts'],
        ['failed', result.failures.length, 'posts'],
        ['unconfirmed', result.unconfirmed, 'posts'],
        ['avoidably unconfirmed', avoidable.length, 'posts'],
        ['total', (performance.now() - startedAt) / 1000, 's'],
      ],
      gates: [
        atMost('missing posts or kills', { value: POSTS - result.posts + (KILLS - result.kills), limit: 0, unit: 'times' }),
        atMost('duplicates', { value: duplicated.length, limit: 0, unit: 'posts' }),
        atMost('lost', { value: lost.length, limit: 0, unit: 'posts' }),
        atMost('contradictions', { value: contradicted.length, limit: 0, unit: 'posts' }),
        atMost('avoidably unconfirmed', { value: avoidable.length, limit: 0, unit: 'posts' }),
        atMost('errors of workers', { value: errors.length, limit: 0, unit: 'times' }),
      ],
    }
  } finally {
    await stage.stop()
  }
}
