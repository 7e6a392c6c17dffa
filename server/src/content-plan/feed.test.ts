import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fetchFeed, parseFeed } from './feed.ts'

const rss = (items: string) => `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items}</channel></rss>`

async function startFeedServer(listener: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

describe('parseFeed', () => {
  test('parses RSS with HTML in summaries', () => {
    const feed = rss(
      '<item><title>Pour &amp; bloom</title><description>&lt;p&gt;Why the &lt;b&gt;first&lt;/b&gt; 30 s count&lt;/p&gt;</description></item>',
    )
    expect(parseFeed(feed)).toEqual([{ hook: 'Pour & bloom', context: 'Why the first 30 s count' }])
  })

  test('parses Atom', () => {
    const feed = '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Cold brew</title><summary>Slowly.</summary></entry></feed>'
    expect(parseFeed(feed)).toEqual([{ hook: 'Cold brew', context: 'Slowly.' }])
  })

  test('returns at most 30 entries and cuts long texts', () => {
    const items = parseFeed(
      rss(`<item><title>${'word '.repeat(500)}</title><description>${'word '.repeat(5000)}</description></item>`.repeat(200)),
    )
    expect(items).toHaveLength(30)
    expect(items[0]?.hook.length).toBeLessThanOrEqual(160)
    expect(items[0]?.context.length).toBeLessThanOrEqual(600)
  })

  test.each([
    ['an HTML page', '<html><body>no feed</body></html>'],
    ['JSON', '{"items":[]}'],
    ['nothing', ''],
  ])('rejects %s', (_, text) => {
    expect(() => parseFeed(text)).toThrow('The feed cannot be read: this is no RSS or Atom feed.')
  })

  test('resolves no entities of a document type, neither files nor exponential expansions', () => {
    const entityBomb = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join('')
    const doctype = `<!DOCTYPE rss [<!ENTITY l0 "ha"><!ENTITY file SYSTEM "file:///etc/passwd">${entityBomb}]>`
    const [item] = parseFeed(rss('<item><title>tea &file; &l9;</title></item>').replace('<rss', `${doctype}<rss`))
    expect(item?.hook).toBe('tea &file; &l9;')
  })

  test('rejects 100,000 nested elements', () => {
    const nested = rss(`<item><title>deep</title><description>${'<b>'.repeat(100_000)}</description></item>`)
    expect(() => parseFeed(nested)).toThrow('this is no RSS or Atom feed')
  })
})

describe('fetchFeed', () => {
  test('follows allowed redirects', async () => {
    const url = await startFeedServer(({ url: path }, response) => {
      if (path === '/') response.writeHead(302, { location: '/feed' }).end()
      else response.end(rss('<item><title>tea</title></item>'))
    })
    expect(await fetchFeed(url, { trusted: [url] })).toEqual([{ hook: 'tea', context: '' }])
  })

  test.each([
    'http://127.0.0.1:9/feed',
    'https://127.0.0.1/feed',
    'https://[::ffff:7f00:1]/feed',
    'https://169.254.169.254/latest',
    'https://localhost/feed',
    'https://user:password@example.com/feed',
    'https://example.com:8443/feed',
    'file:///etc/passwd',
    'gopher://example.com/',
    'not an address',
  ])('rejects %s', async (url) => {
    await expect(fetchFeed(url)).rejects.toThrow('it needs a public https address')
  })

  test('rejects redirects to private addresses and files', async () => {
    for (const location of ['http://127.0.0.1:9/', 'https://169.254.169.254/', 'file:///etc/passwd']) {
      const url = await startFeedServer((_, response) => response.writeHead(302, { location }).end())
      await expect(fetchFeed(url, { trusted: [url] })).rejects.toThrow('it needs a public https address')
    }
  })

  test('rejects more than a megabyte, regardless of the announced length', async () => {
    const url = await startFeedServer((_, response) => {
      const writeChunk = () => {
        if (!response.destroyed) response.write('x'.repeat(64 * 1024), writeChunk)
      }
      writeChunk()
    })
    await expect(fetchFeed(url, { trusted: [url] })).rejects.toThrow('it is larger than a megabyte')
  })

  test('rejects a missing feed', async () => {
    const url = await startFeedServer((_, response) => response.writeHead(404).end())
    await expect(fetchFeed(url, { trusted: [url] })).rejects.toThrow('there is nothing at this address')
  })
})
