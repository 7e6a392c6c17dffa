import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { exportBy, exportDialog } from './driving/exporting.ts'
import { expect, expectAccessible, test } from './driving/journey.ts'
import { hasFfmpeg } from './driving/mp4.ts'
import { openProject } from './driving/projects.ts'
import { openScheduleDialog } from './driving/schedule-dialog.ts'
import { nextRequestsOf, resetSandbox } from './driving/sandbox.ts'

test.setTimeout(120_000)
test.afterEach(resetSandbox)

test.beforeAll(() => {
  if (!hasFfmpeg) process.stderr.write('SKIPPED: no ffmpeg is installed (apt-get install ffmpeg); sound in videos was not checked.\n')
  test.skip(!hasFfmpeg, 'no ffmpeg is installed')
})

const run = promisify(execFile)
const RATE = 44_100
const BPM = 120
const FIRST_BEAT = 0.25

/** A WAV of 16 bits: a soft chord with clicks on its beats. */
function clickTrack(seconds: number): Buffer {
  const file = Buffer.alloc(44 + seconds * RATE * 4)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(2, 22)
  file.writeUInt32LE(RATE, 24)
  file.writeUInt32LE(RATE * 4, 28)
  file.writeUInt16LE(4, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(file.length - 44, 40)
  for (let at = 0; at < seconds * RATE; at += 1) {
    const time = at / RATE
    const beat = ((time - FIRST_BEAT) * BPM) / 60
    const isClick = beat >= 0 && (beat % 1) * (60 / BPM) < 0.03
    const tone = 0.05 * (Math.sin(2 * Math.PI * 220 * time) + Math.sin(2 * Math.PI * 277 * time))
    const sample = Math.round(32_767 * (tone + (isClick ? 0.3 * Math.sin(2 * Math.PI * 1800 * time) : 0)))
    file.writeInt16LE(sample, 44 + at * 4)
    file.writeInt16LE(sample, 46 + at * 4)
  }
  return file
}

async function ffmpeg(args: readonly string[]): Promise<{ stdout: Buffer; stderr: string }> {
  const { stdout, stderr } = await run('ffmpeg', ['-hide_banner', '-nostats', ...args], { encoding: 'buffer', maxBuffer: 64e6 })
  return { stdout, stderr: stderr.toString() }
}

interface Stream {
  codec_name: string
  start_time: string
  duration: string
}

async function streamsOf(path: string): Promise<Stream[]> {
  const { stdout } = await run('ffprobe', ['-v', 'warning', '-show_streams', '-of', 'json', path])
  return (JSON.parse(stdout) as { streams: Stream[] }).streams
}

/** A hash of each packet of the sound. */
async function packetsOf(path: string): Promise<string> {
  return (await ffmpeg(['-i', path, '-map', '0:a', '-c', 'copy', '-f', 'framemd5', '-'])).stdout.toString().replaceAll(/^#.*\n/gm, '')
}

/** Loudest sample within some milliseconds of a time. */
async function levels(path: string): Promise<(from: number, to: number) => number> {
  const { stdout } = await ffmpeg(['-v', 'error', '-i', path, '-map', '0:a', '-ac', '1', '-ar', '48000', '-f', 's16le', '-'])
  return (from, to) => {
    let highest = 0
    for (let at = Math.round(from * 48_000); at < to * 48_000; at += 1) highest = Math.max(highest, Math.abs(stdout.readInt16LE(at * 2)))
    return highest / 32_768
  }
}

async function openVideoDialog(page: Page) {
  await exportBy(page, /^Download MP4/)
  return exportDialog(page, 'Slideshow as video')
}

async function exportVideo(page: Page, path: string): Promise<void> {
  const dialog = await openVideoDialog(page)
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export video' }).click()])
  await download.saveAs(path)
  await expect(page.getByText('Video Export Complete!')).toBeHidden()
}

test('a track becomes the sound of a slideshow, levelled, with slides that change on its beats, in the page and on the server', async ({
  member: page,
}, info) => {
  await page.addInitScript(() => localStorage.setItem('ninesixteen.export', JSON.stringify({ seconds: 1 })))
  const slides = ['one', 'two', 'three', 'four', 'five', 'six'].map((text) => ({ textBoxes: [{ text }] }))
  await openProject(page, { title: 'six words', slides })

  const dialog = await openVideoDialog(page)
  await expect(dialog.getByText('Upload an MP3, WAV, M4A or OGG file')).toBeVisible()
  const input = dialog.getByLabel('Upload track')
  await input.setInputFiles({ name: 'photo.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(5000, 7) })
  await expect(dialog.getByRole('alert')).toContainText('This isn’t a sound file we can read.')
  const stored = page.waitForResponse(/\/files\/original\/.*\.aac/)
  await input.setInputFiles({ name: 'Morning.wav', mimeType: 'audio/wav', buffer: clickTrack(20) })
  await expect(dialog.getByRole('combobox', { name: 'Sound' })).toHaveText(/Morning/, { timeout: 60_000 })
  const track = await (await stored).body()
  await dialog.getByRole('switch', { name: 'Snap to beats' }).click()
  await expect(dialog.getByText('The video will be 6.3 seconds long.')).toBeVisible()
  await expect(dialog.getByRole('img', { name: '6 pictures over 13 beats' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Listen' })).toBeEnabled()
  await expectAccessible(page, 'the sound of a video')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const [own, servers] = [info.outputPath('page.mp4'), info.outputPath('server.mp4')]
  await exportVideo(page, own)
  const [video, sound] = await streamsOf(own)
  expect(video).toMatchObject({ codec_name: 'h264', start_time: '0.000000', duration: '6.250000' })
  expect(sound).toMatchObject({ codec_name: 'aac', start_time: '0.000000' })
  expect(Math.abs(Number(sound?.duration) - 6.25)).toBeLessThan(0.03)

  const at = await levels(own)
  for (const change of [1.25, 2.25, 3.25, 4.25]) {
    expect(at(change, change + 0.03), `a beat at ${change} s`).toBeGreaterThan(1.8 * at(change - 0.1, change - 0.03))
  }
  expect(at(6.1, 6.25), 'the end fades out').toBeLessThan(0.1)

  await page.route(/video\.worker[^/]*\.js/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `delete globalThis.VideoEncoder\n${await response.text()}` })
  })
  page.on('dialog', (leaving) => void leaving.accept())
  await page.reload()
  await exportVideo(page, servers)
  expect(await packetsOf(servers)).toBe(await packetsOf(own))

  await writeFile(info.outputPath('track.aac'), track)
  const { stderr } = await ffmpeg(['-i', info.outputPath('track.aac'), '-af', 'ebur128=peak=true', '-f', 'null', '-'])
  const summary = stderr.slice(stderr.indexOf('Summary:'))
  // A limiter turns loud clicks down a little.
  expect(Math.abs(Number(/I:\s+(-[\d.]+) LUFS/.exec(summary)?.[1]) + 14)).toBeLessThan(1)
  expect(Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1])).toBeLessThanOrEqual(-1.5)
})

test('found music is played, added with its credit, heard in the preview of a post, renamed and deleted', async ({
  member: page,
  watch,
}) => {
  watch.expectProblem(/HTTP 502 GET .*stock.sounds/)
  watch.expectProblem(/HTTP 404 POST .*stock.sounds.file/)
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function playAndNote() {
      document.documentElement.dataset['heard'] = this.duration.toFixed(1)
      return play.call(this)
    }
  })
  await openProject(page, { title: 'quiet words', slides: [{ textBoxes: [{ text: 'one' }] }, { textBoxes: [{ text: 'two' }] }] })
  const dialog = await openVideoDialog(page)
  await dialog.getByRole('button', { name: 'Find music' }).click()
  const finding = page.getByRole('dialog', { name: 'Find music' })
  const search = async (words: string): Promise<void> => {
    await finding.getByRole('searchbox', { name: 'Search free music' }).fill(words)
    await finding.getByRole('button', { name: 'Search' }).click()
  }
  await nextRequestsOf('openverse', { kind: '500' })
  await search('calm')
  await expect(finding.getByRole('alert')).toContainText('Openverse is not responding right now.')
  await search('zzz')
  await expect(finding.getByText('No music found')).toBeVisible()
  await search('calm piano')
  const first = finding.getByRole('listitem').first()
  await expect(first).toContainText(/, 0:\d\d/)
  await expectAccessible(page, 'found music')

  await nextRequestsOf('stock-media', { kind: 'error', status: 404, code: 'x' })
  await first.getByRole('button', { name: /^Listen to/ }).click()
  await expect(finding.getByRole('alert')).toContainText('This track is no longer there. Choose another one.')
  await first.getByRole('button', { name: /^Listen to/ }).click()
  await expect(first.getByRole('button', { name: /^Stop/ })).toHaveAttribute('aria-busy', 'false')
  await nextRequestsOf('stock-sound', { kind: 'text' })
  await finding.getByRole('listitem').nth(1).getByRole('button', { name: /^Add/ }).click()
  await expect(finding.getByRole('alert')).toContainText('This isn’t a sound file we can read.')
  await first.getByRole('button', { name: /^Add/ }).click()
  await expect(finding).toBeHidden({ timeout: 60_000 })

  await expect(dialog.getByText(/ by .*, CC.*, from Openverse/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Listen' })).toBeEnabled()
  await expectAccessible(page, 'a found track')
  await dialog.getByRole('button', { name: /^Rename/ }).click()
  await dialog.getByRole('textbox', { name: 'Track name' }).fill('Sunday')
  await dialog.getByRole('textbox', { name: 'Track name' }).press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'Sound' })).toHaveText(/Sunday/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const scheduling = await openScheduleDialog(page)
  const description = scheduling.getByLabel('Description', { exact: true })
  await expect(description).toHaveValue('')
  await scheduling.getByRole('radio', { name: 'Video' }).click()
  await expect(scheduling.getByRole('switch', { name: 'Credit the music' })).toBeVisible()
  await scheduling.getByRole('switch', { name: 'Credit the music' }).check()
  await expect(description).toHaveValue(/^Music: ".+" by .+, CC BY \d/)
  await scheduling.getByRole('switch', { name: 'Motion' }).check()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await scheduling.getByRole('button', { name: 'Play the preview' }).click()
  const isZooming = () =>
    page.evaluate(() => document.getAnimations().some((one) => one instanceof CSSAnimation && one.animationName.includes('zoom')))
  await expect.poll(isZooming).toBe(true)
  await expect(page.locator('html[data-heard="6.0"]')).toBeAttached()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(isZooming).toBe(false)
  await expectAccessible(page, 'the music of a post')
  await scheduling.getByRole('radio', { name: '2 images' }).click()
  await expect(description).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(scheduling).toBeHidden()

  await openVideoDialog(page)
  await dialog.getByRole('button', { name: 'Delete Sunday' }).click()
  await page.getByRole('dialog', { name: 'Delete track' }).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Sound' })).toHaveText(/No sound/)
})

/** Largest memory that any page of the browser has had, in bytes; 0 where the system does not say. */
async function peakMemory(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
  await session?.detach()
  const peaks = processInfo.map(async ({ id, type }) => {
    const status = type === 'renderer' ? await readFile(`/proc/${id}/status`, 'utf8').catch(() => '') : ''
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
  })
  return Math.max(0, ...(await Promise.all(peaks)))
}

/** An MP3 of 128 kbit/s and 44.1 kHz whose frames have their headers, but noise for sound. */
function withNoise(mp3: Buffer): Buffer {
  const noisy = Buffer.from(mp3)
  for (let at = 0; at + 4 < noisy.length;) {
    const length = Math.floor((144 * 128_000) / RATE) + (((noisy[at + 2] ?? 0) >> 1) & 1)
    for (let byte = at + 4; byte < Math.min(at + length, noisy.length); byte += 1) noisy[byte] = (byte * 151 + (byte >> 3) * 89) & 0xff
    at += length
  }
  return noisy
}

test(
  'MP3, M4A, OGG and a WAV of 100 MB become tracks, other files are refused with the reason, and a minute of sound keeps time',
  { tag: '@long' },
  async ({ member: page, watch }, info) => {
    test.setTimeout(300_000)
    watch.expectProblem(/Unsupported audio codec .*drms/)
    await page.addInitScript(() => localStorage.setItem('ninesixteen.export', JSON.stringify({ seconds: 10 })))
    const slides = ['one', 'two', 'three', 'four', 'five', 'six'].map((text) => ({ textBoxes: [{ text }] }))
    await openProject(page, { title: 'six long words', slides })
    const wav = info.outputPath('Minute.wav')
    await writeFile(wav, clickTrack(62))
    const encoded = async (name: string, args: readonly string[]): Promise<string> => {
      const path = info.outputPath(name)
      await ffmpeg(['-v', 'error', '-i', wav, '-t', '12', ...args, path])
      return path
    }
    const mp3 = await encoded('Waltz.mp3', ['-c:a', 'libmp3lame', '-b:a', '128k', '-write_xing', '0', '-id3v2_version', '0'])
    const m4a = await encoded('Tango.m4a', ['-c:a', 'aac'])
    const ogg = await encoded('Polka.ogg', ['-c:a', 'libvorbis'])

    const written = async (name: string, content: Buffer | readonly Buffer[]): Promise<string> => {
      const path = info.outputPath(name)
      await writeFile(path, content instanceof Buffer ? [content] : content)
      return path
    }
    const one = await readFile(mp3)
    const cut = Buffer.from(one).fill(0x55, 1000)
    const protectedFile = await readFile(m4a)
    protectedFile.write('drms', protectedFile.lastIndexOf('mp4a'), 'latin1')
    // At 176.4 kHz: two and a half minutes.
    const large = clickTrack(1)
    const pieces = Math.ceil((100 * 1024 * 1024) / (large.length - 44))
    large.writeUInt32LE(4 * RATE, 24)
    large.writeUInt32LE(16 * RATE, 28)
    large.writeUInt32LE(36 + pieces * (large.length - 44), 4)
    large.writeUInt32LE(pieces * (large.length - 44), 40)

    const dialog = await openVideoDialog(page)
    const input = dialog.getByLabel('Upload track')
    const refused = async (file: string, sentence: string): Promise<void> => {
      await input.setInputFiles(file)
      await expect(dialog.getByRole('alert')).toContainText(sentence, { timeout: 60_000 })
      await expect(dialog.getByRole('button', { name: 'Export video' })).toBeEnabled()
    }
    await refused(await written('locked.m4a', protectedFile), 'This track is copy-protected.')
    await refused(await written('cut.mp3', cut), 'We can read less than half a second of this file.')
    await refused(await written('broken.mp3', withNoise(one)), 'This sound file is damaged.')
    await refused(
      await written(
        'lecture.mp3',
        Array.from({ length: 895 }, () => one),
      ),
      'This track is 180 minutes long.',
    )
    const studio = await written('Studio.wav', [large, ...Array.from({ length: pieces - 1 }, () => large.subarray(44))])
    for (const [file, name] of [
      [mp3, 'Waltz'],
      [m4a, 'Tango'],
      [ogg, 'Polka'],
      [studio, 'Studio'],
      [wav, 'Minute'],
    ] as const) {
      await input.setInputFiles(file)
      await expect(dialog.getByRole('combobox', { name: 'Sound' })).toHaveText(new RegExp(name), { timeout: 60_000 })
      await expect(dialog.getByRole('alert')).toBeHidden()
    }
    expect(await peakMemory(page)).toBeLessThan(512 * 1024 * 1024)

    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const path = info.outputPath('minute.mp4')
    await exportVideo(page, path)
    const [video, sound] = await streamsOf(path)
    expect(video).toMatchObject({ codec_name: 'h264', start_time: '0.000000', duration: '60.000000' })
    expect(sound).toMatchObject({ codec_name: 'aac', start_time: '0.000000' })
    // One packet at most.
    expect(Math.abs(Number(sound?.duration) - 60)).toBeLessThan(1024 / RATE)
    const at = await levels(path)
    const onset = FIRST_BEAT + 59
    expect(at(onset - 0.03, onset - 0.004)).toBeLessThan(0.6 * at(onset, onset + 0.03))
  },
)
