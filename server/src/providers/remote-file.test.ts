import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import sharp from 'sharp'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { isPublicAddress, publicOnlyAgent, type Resolve } from './public-address.ts'
import { createRemoteFiles, RemoteFileError, type RemoteHosts } from './remote-file.ts'
import { request } from 'undici'

/** Listens on every address a forged link may mean, and counts who comes. */
async function canaries() {
  let connections = 0
  const ports = new Map<string, number>()
  const servers = await Promise.all(
    ['127.0.0.1', '::1', '127.9.9.9', '0.0.0.0'].map(async (host) => {
      const server = createTcpServer((socket) => {
        connections += 1
        socket.destroy()
      })
      await once(server.listen(0, host), 'listening')
      ports.set(host, (server.address() as AddressInfo).port)
      return server
    }),
  )
  onTestFinished(() => servers.forEach((server) => server.close()))
  return {
    port: ports.get('127.0.0.1') ?? 0,
    port6: ports.get('::1') ?? 0,
    port9: ports.get('127.9.9.9') ?? 0,
    any: ports.get('0.0.0.0') ?? 0,
    count: () => connections,
  }
}

async function serve(answer: RequestListener): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = []
  const server = createServer((incoming, outgoing) => {
    requests.push(incoming.url ?? '')
    answer(incoming, outgoing)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/media/`, requests }
}

function files(options: Partial<RemoteHosts> & { resolve?: Resolve; timeMs?: number } = {}) {
  const remoteFiles = createRemoteFiles({ hosts: ['*.media.example'], trusted: [], ...options })
  onTestFinished(() => remoteFiles.close())
  return remoteFiles
}

const fault = (work: Promise<unknown>) =>
  work.then(
    () => 'fetched',
    (error: unknown) => (error instanceof RemoteFileError ? error.fault : String(error)),
  )

/** Every way we know to write an address inside the machine or its network. */
function forms({ port, port6, port9, any }: { port: number; port6: number; port9: number; any: number }): string[] {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '0177.0x0.0.1',
    '%31%32%37.0.0.1',
    '127。0。0。1',
    '127｡0｡0｡1',
    '１２７.0.0.1',
    '①②⑦.0.0.1',
    '127.0.0.1.',
    'localhost',
    'localhost.',
    'LOCALHOST',
    'lOcAlHoSt.',
    'ｌｏｃａｌｈｏｓｔ',
    'a.localhost',
    '127.0.0.1.media.example.localhost',
    'user@127.0.0.1',
    'x.media.example@127.0.0.1',
    'x.media.example:443@127.0.0.1',
    'x.media.example%40127.0.0.1',
  ].map((host) => `http://${host}:${port}/a.jpg`)
  const nine = ['127.9.9.9', '2131298569', '0x7f090909'].map((host) => `http://${host}:${port9}/a.jpg`)
  const zero = ['0', '0.0.0.0', '0x0', '00', '[::]'].map((host) => `http://${host}:${any}/a.jpg`)
  const six = [
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[::1%25lo]',
  ].map((host) => `http://${host}:${port6}/a.jpg`)
  const inside = [
    'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
    'http://169.254.169.254./',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://100.100.100.200/latest/meta-data/',
    'http://168.63.129.16/machine',
    'http://192.0.0.192/opc/v1/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://198.18.0.1/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://255.255.255.255/',
    'http://224.0.0.1/',
  ]
  const spelled = [
    `http://x.media.example#@127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}#.media.example/a.jpg`,
    `http://127.0.0.1:${port}/a.jpg?.media.example`,
    `http://127.0.0.1:${port}\\.media.example/a.jpg`,
    `http:\\\\127.0.0.1:${port}\\a.jpg`,
    `http:127.0.0.1:${port}/a.jpg`,
    ` http://127.0.0.1:${port}/a.jpg`,
    `http://127.0.0.1:${port}/a.jpg\n`,
    `ht\ntp://127.0.0.1:${port}/a.jpg`,
    `//127.0.0.1:${port}/a.jpg`,
    `HTTP://127.0.0.1:${port}/a.jpg`,
    'file:///etc/passwd',
    'file://localhost/etc/passwd',
    `gopher://127.0.0.1:${port}/_GET`,
    `ftp://127.0.0.1:${port}/a.jpg`,
    `dict://127.0.0.1:${port}/stat`,
    'data:image/png;base64,iVBORw0KGgo=',
    'javascript:alert(1)',
    `jar:http://127.0.0.1:${port}/a.jar!/`,
    'blob:http://127.0.0.1/x',
    `https://x.media.example:${port}/a.jpg`,
    'http://x.media.example/a.jpg',
    'https://media.example/a.jpg',
    'https://xmedia.example/a.jpg',
    'https://x.media.example.evil.example/a.jpg',
    'https://x.media.example./a.jpg',
    'https://user@x.media.example/a.jpg',
    '',
    'a.jpg',
  ]
  return [...hosts, ...nine, ...zero, ...six, ...inside, ...spelled]
}

describe('addresses inside the machine or its network', () => {
  let canary: Awaited<ReturnType<typeof canaries>>
  beforeEach(async () => {
    canary = await canaries()
  })

  test('of more than sixty forms, none is asked and nothing is connected to', async () => {
    const all = forms(canary)
    expect(all.length).toBeGreaterThan(60)
    const remote = files({ resolve: () => Promise.reject(new Error('nothing may be looked up')) })
    for (const url of all) expect([url, remote.isAllowed(url), await fault(remote.fetchImage(url))]).toEqual([url, false, 'not-allowed'])
    expect(canary.count()).toBe(0)
  })

  test('are refused by the connection itself, whatever led there', async () => {
    // The same forms straight through the agent, with a resolver that says what the machine would.
    const inside: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const agent = publicOnlyAgent({ resolve: inside })
    onTestFinished(() => agent.close())
    const web = forms(canary).filter((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))
    expect(web.length).toBeGreaterThan(60)
    for (const url of web)
      await expect(request(url, { dispatcher: agent }), url).rejects.toThrow('The address is not on the public internet')
    expect(canary.count()).toBe(0)
  })

  test.each([
    ['127.0.0.1'],
    ['::1'],
    ['169.254.169.254'],
    ['::ffff:127.0.0.1'],
    ['10.1.2.3', '93.184.215.14'],
    ['93.184.215.14', '127.0.0.1'],
  ])('behind an allowed name (%s) are refused', async (...addresses) => {
    const resolve: Resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    expect(await fault(files({ resolve }).fetchImage('https://64.media.example/a.jpg'))).toBe('not-allowed')
    expect(canary.count()).toBe(0)
  })

  test('that a name turns into after it was checked gain nothing: it is looked up once, for the connection', async () => {
    const answers = ['127.0.0.1', '::1', '127.9.9.9']
    let calls = 0
    const resolve: Resolve = async () => {
      const address = answers[calls % answers.length] ?? ''
      calls += 1
      return [{ address, family: address.includes(':') ? 6 : 4 }]
    }
    const remote = files({ resolve })
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      expect(await fault(remote.fetchImage('https://64.media.example/a.jpg'))).toBe('not-allowed')
      expect(calls).toBe(attempt)
    }
    expect(canary.count()).toBe(0)
  })

  test.each([301, 302, 303, 307, 308])('are not reached by a redirect %i', async (status) => {
    for (const location of [...forms(canary), 'https://64.media.example/inside.jpg']) {
      const first = await serve((_, outgoing) =>
        outgoing.writeHead(status, { location: encodeURI(location.trim()).replaceAll('%25', '%') || '/' }).end(),
      )
      const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]
      const found = await fault(files({ trusted: [first.url], resolve }).fetchImage(`${first.url}a.jpg`))
      expect(['not-allowed', 'redirected'], location).toContain(found)
    }
    expect(canary.count()).toBe(0)
  })
})

test.each([
  ['8.8.8.8', true],
  ['93.184.215.14', true],
  ['2606:4700::1111', true],
  ['2a00:1450:4001:80e::200e', true],
  ['127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::808:808', false],
  ['2002:808:808::', false],
  ['2001::1', false],
  ['fe80::1%eth0', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['100::1', false],
  ['2001:db8::1', false],
  ['0.0.0.0', false],
  ['169.254.0.1', false],
  ['192.0.2.1', false],
  ['localhost', false],
  ['', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

describe('an answer', () => {
  const jpeg = () =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: '#369' } })
      .jpeg()
      .toBuffer()

  test('that is a picture is given as it came, whatever it is called', async () => {
    const bytes = await jpeg()
    const host = await serve((_, outgoing) => outgoing.writeHead(200, { 'content-type': 'text/html' }).end(bytes))
    const found = await files({ trusted: [host.url] }).fetchImage(`${host.url}a.pnj`)
    expect([found.format, Buffer.from(found.bytes).equals(bytes)]).toEqual(['jpeg', true])
  })

  test('is looked for behind up to three redirects', async () => {
    const bytes = await jpeg()
    const host = await serve((incoming, outgoing) => {
      const left = Number(/\d+/.exec(incoming.url ?? '')?.[0])
      if (left === 0) outgoing.end(bytes)
      else outgoing.writeHead(302, { location: `${left - 1}` }).end('x'.repeat(100))
    })
    const remote = files({ trusted: [host.url] })
    expect(await fault(remote.fetchImage(`${host.url}3`))).toBe('fetched')
    expect(await fault(remote.fetchImage(`${host.url}4`))).toBe('redirected')
    expect(await fault(remote.fetchImage(`${host.url}../private/0`))).toBe('not-allowed')
    expect(await fault(remote.fetchImage(`${host.url}%2e%2e/private/0`))).toBe('not-allowed')
    expect(host.requests).toHaveLength(8)
  })

  test.each([
    ['a page', 200, '<!doctype html><script>alert(1)</script><p>long enough to have a signature', {}, 'not-a-picture'],
    [
      'an SVG',
      200,
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      { 'content-type': 'image/svg+xml' },
      'not-a-picture',
    ],
    ['nothing', 200, '', {}, 'not-a-picture'],
    ['something short', 200, 'GIF89a', {}, 'not-a-picture'],
    ['something packed', 200, 'x', { 'content-encoding': 'gzip' }, 'not-a-picture'],
    ['a picture that is gone', 404, 'no', {}, 'gone'],
    ['a host in trouble', 503, 'no', {}, 'unreachable'],
    ['a redirect without an address', 302, 'no', {}, 'unreachable'],
    ['a length above 20 MB', 200, '', { 'content-length': String(21 * 1024 * 1024) }, 'too-large'],
  ])('that is %s is refused', async (_what, status, body, headers, expected) => {
    const host = await serve((_, outgoing) => outgoing.writeHead(status, headers).end(body))
    expect(await fault(files({ trusted: [host.url] }).fetchImage(`${host.url}a.jpg`))).toBe(expected)
  })

  test('without an end is cut at 20 MB, and one that is no picture at its first bytes', async () => {
    let sent = 0
    const endless =
      (first: Buffer): RequestListener =>
      (_, outgoing) => {
        outgoing.write(first)
        const chunk = Buffer.alloc(256 * 1024)
        const more = () => {
          while (!outgoing.destroyed && outgoing.write(chunk)) sent += chunk.byteLength
        }
        outgoing.on('drain', () => {
          sent += chunk.byteLength
          more()
        })
        more()
      }
    const image = await serve(endless(await jpeg()))
    expect(await fault(files({ trusted: [image.url] }).fetchImage(`${image.url}a.jpg`))).toBe('too-large')
    expect(sent).toBeLessThan(40 * 1024 * 1024)
    sent = 0
    const noise = await serve(endless(Buffer.from('not a picture at all, as anyone can see')))
    expect(await fault(files({ trusted: [noise.url] }).fetchImage(`${noise.url}a.jpg`))).toBe('not-a-picture')
    expect(sent).toBeLessThan(20 * 1024 * 1024)
  })

  test('that does not come in time, or breaks off, is given up', async () => {
    const bytes = await jpeg()
    const silent = await serve(() => undefined)
    expect(await fault(files({ trusted: [silent.url], timeMs: 60 }).fetchImage(`${silent.url}a.jpg`))).toBe('timeout')
    const stalled = await serve((_, outgoing) => void outgoing.write(bytes))
    expect(await fault(files({ trusted: [stalled.url], timeMs: 60 }).fetchImage(`${stalled.url}a.jpg`))).toBe('timeout')
    const cut = await serve((_, outgoing) => {
      outgoing.writeHead(200, { 'content-length': String(bytes.byteLength) })
      outgoing.write(bytes.subarray(0, 100), () => outgoing.destroy())
    })
    expect(await fault(files({ trusted: [cut.url] }).fetchImage(`${cut.url}a.jpg`))).toBe('unreachable')
  })

  test('tells nothing of itself in the error', async () => {
    const host = await serve((_, outgoing) => outgoing.writeHead(500).end('secret'))
    const error = await files({ trusted: [host.url] })
      .fetchImage(`${host.url}secret-path.jpg`)
      .catch((thrown: unknown) => thrown)
    expect(String(error)).toBe('RemoteFileError: The file could not be fetched: unreachable')
  })
})
