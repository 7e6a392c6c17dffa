import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './driving/journey.ts'
import { hideStarterPhotos } from './driving/library.ts'
import { greyPng } from './driving/images.ts'
import { expectSaved, generator, openStudio, stage, textBoxes, topicField } from './driving/studio.ts'

const player = (page: Page): Locator => page.getByRole('group', { name: 'Video preview' })
const counter = (page: Page): Locator => player(page).getByText(/^Photo \d+\/\d+$/)
const position = (page: Page): Locator => player(page).getByRole('slider', { name: 'Position in the video' })
const button = (page: Page, name: string): Locator => player(page).getByRole('button', { name, exact: true })

/** Asks for one quote over changing photos. */
async function generateVideo(page: Page, topic: string): Promise<void> {
  const video = generator(page).getByRole('radio', { name: /^Multi-photo video/ })
  // The page is still settling round the cards, and what is pressed may have moved by then.
  await expect(async () => {
    await video.click({ force: true })
    await expect(video).toBeChecked({ timeout: 500 })
  }).toPass()
  await topicField(page).fill(topic)
  await page.getByRole('button', { name: 'Generate Video' }).click()
  await expect(textBoxes(page)).toHaveCount(1, { timeout: 60_000 })
}

async function openDemo(page: Page): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with the demo account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Content Studio' })).toBeAttached()
}

/** Fingerprint of the player's frame over the slide; null while the slide itself is visible. */
function shownImage(page: Page): Promise<string | null> {
  const screen = stage(page).locator('canvas[data-video]')
  return screen.evaluate(async (canvas) => {
    if (!(canvas instanceof HTMLCanvasElement) || canvas.hidden) return null
    // Read from a copy: reading is slow on a canvas that the graphics card draws.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })
    copy?.drawImage(canvas, 0, 0)
    const pixels = copy?.getImageData(0, 0, canvas.width, canvas.height).data
    if (!pixels) throw new Error('The picture has no pixels to read')
    const digest = await crypto.subtle.digest('SHA-256', pixels)
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  })
}

const prepared = (page: Page) => expect(player(page).getByText(/^Preparing photos/)).toBeHidden({ timeout: 60_000 })

test('plays, pauses and seeks a video, which stops at its end', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openDemo(page)
  await generateVideo(page, 'keep going when it is hard')

  await test.step('it does not play by itself where less motion is asked for, and says so', async () => {
    await prepared(page)
    await expect(player(page).getByText('Reduced motion is on: press Play.')).toBeVisible()
    await expect(counter(page)).toHaveText(/^Photo 1\/\d{2}$/)
    await expect(button(page, 'Play')).toBeVisible()
    expect(await shownImage(page)).toBeNull()
    await expectAccessible(page, 'a video at its start')
  })

  await test.step('playing changes photo and counter, pausing holds both', async () => {
    await button(page, 'Play').click()
    await expect(counter(page)).toHaveText(/^Photo [4-9]\//)
    await button(page, 'Pause').click()
    const held = await counter(page).textContent()
    const image = await shownImage(page)
    expect(image).not.toBeNull()
    await expect(page.getByRole('status').filter({ hasText: `Video paused at ${held?.toLowerCase().replace('/', ' of ')}` })).toBeAttached()
    await expectAccessible(page, 'a paused video')
    expect(await counter(page).textContent()).toBe(held)
    expect(await shownImage(page)).toBe(image)
  })

  await test.step('the position is a slider for the keyboard', async () => {
    await position(page).focus()
    await page.keyboard.press('Home')
    await expect(counter(page)).toHaveText(/^Photo 1\//)
    await page.keyboard.press('ArrowRight')
    await expect(counter(page)).toHaveText(/^Photo 2\//)
    await expect(position(page)).toHaveAttribute('aria-valuetext', /^Photo 2 of \d+, 0\.3 seconds$/)
    const second = await shownImage(page)
    await page.keyboard.press('PageUp')
    await expect(counter(page)).toHaveText(/^Photo 7\//)
    expect(await shownImage(page)).not.toBe(second)
    await page.keyboard.press('Space')
    await expect(button(page, 'Pause')).toBeVisible()
    await page.keyboard.press('Space')
    await expect(button(page, 'Play')).toBeVisible()
  })

  await test.step('and for the mouse', async () => {
    const track = await position(page).boundingBox()
    if (!track) throw new Error('The position is not on the page')
    await page.mouse.click(track.x + track.width / 2, track.y + track.height / 2)
    await expect(position(page)).toHaveValue(/^(4[89]|5[01])\d\d$/)
  })

  await test.step('reset leads back to the start', async () => {
    await button(page, 'Reset').click()
    await expect(position(page)).toHaveValue('0')
    await expect(button(page, 'Play')).toBeVisible()
    expect(await shownImage(page)).toBeNull()
  })

  await test.step('it pauses by itself at the end, and plays from the start again', async () => {
    await position(page).focus()
    await page.keyboard.press('End')
    await expect(position(page)).toHaveValue('10000')
    await page.keyboard.press('ArrowLeft')
    await expect(position(page)).toHaveValue('9900')
    await page.keyboard.press('Space')
    await expect(position(page)).toHaveValue('10000')
    await expect(button(page, 'Play')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'The video has ended' })).toBeAttached()
    await button(page, 'Play').click()
    await expect(counter(page)).toHaveText(/^Photo [2-5]\//)
    await button(page, 'Pause').click()
  })
})

/** Milliseconds from the start of the video to its end, by the page's clock, for a video that is about to play by itself. */
function playingTime(page: Page): Promise<number> {
  return position(page).evaluate(
    (slider) =>
      new Promise<number>((resolve) => {
        let start: number | null = null
        const look = (now: number): void => {
          const at = slider instanceof HTMLInputElement ? slider.valueAsNumber : 0
          if (at > 0) start ??= now - at
          if (start !== null && at === 10_000) resolve(now - start)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
  )
}

test('a complete video lasts 10 seconds and plays once', { tag: '@long' }, async ({ page }) => {
  await openDemo(page)
  await generateVideo(page, 'small steps every morning')
  const lasted = await playingTime(page)
  // A busy page shows the start late and the end in time: the player's own test measures exactly.
  expect(lasted).toBeGreaterThan(9_000)
  await expect(button(page, 'Play')).toBeVisible()
  await expect(position(page)).toHaveValue('10000')
})

test('editing the quote on the stage changes it on every photo', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openDemo(page)
  await generateVideo(page, 'rest is part of the work')
  await prepared(page)
  await position(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => shownImage(page)).not.toBeNull()
  const before = await shownImage(page)

  await page.keyboard.press('Space')
  await textBoxes(page).dblclick()
  await expect(button(page, 'Play')).toBeVisible()
  expect(await shownImage(page)).toBeNull()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('begin before you are ready')
  await page.keyboard.press('Enter')
  await expect(textBoxes(page)).toHaveAccessibleName('Text box 1: begin before you are ready')
  await prepared(page)
  await position(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => shownImage(page)).not.toBeNull()
  expect(await shownImage(page)).not.toBe(before)
  await expectSaved(page)
  await page.reload()
  await expect(textBoxes(page)).toHaveAccessibleName('Text box 1: begin before you are ready')
  await expect(player(page)).toBeVisible()
})

test('plays nothing without photos, and repeats the first upload to fill ten', { tag: '@long' }, async ({ member: page, context }) => {
  await hideStarterPhotos(context)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openStudio(page)
  await generateVideo(page, 'a quiet start')
  await expect(page.getByRole('heading', { name: 'No photos available for video' })).toBeVisible()
  await expectAccessible(page, 'a video without photos')

  await page.getByRole('button', { name: 'Upload photos', exact: true }).click()
  const picker = page.getByRole('dialog', { name: 'Choose Background Image' })
  await picker.getByLabel('Upload photos').setInputFiles(greyPng('harbour.png', { width: 1080, height: 1920 }))
  await expect(picker).toBeHidden()
  await expect(counter(page)).toHaveText('Photo 1/10')
  await prepared(page)
  await position(page).focus()
  await page.keyboard.press('End')
  await expect(counter(page)).toHaveText('Photo 4/10')
})

test('plays the background while the library loads, and adds its photos later', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openDemo(page)
  await generateVideo(page, 'patience is a skill')
  await expect(counter(page)).toHaveText(/^Photo 1\/\d+$/)
  const whole = (await counter(page).textContent()) ?? ''
  expect(whole).not.toBe('Photo 1/10')

  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/media/video-photos*', async (route) => {
    await released
    await route.continue()
  })
  await page.reload()
  await expect(counter(page)).toHaveText('Photo 1/10')
  await prepared(page)
  release()
  await expect(counter(page)).toHaveText(whole)
})
