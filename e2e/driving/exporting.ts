import { readFile } from 'node:fs/promises'
import { expect, type Download, type Locator, type Page } from '@playwright/test'
import { PNG } from 'pngjs'

/** Opens the menu of the ways out. */
export async function openExportMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem', { name: /^Download ZIP/ })).toBeVisible()
  return menu
}

/** Takes a way out of the menu. */
export async function exportBy(page: Page, target: RegExp): Promise<void> {
  const menu = await openExportMenu(page)
  await menu.getByRole('menuitem', { name: target }).click()
}

/** Takes a way out that ends among the downloads. */
export async function downloadBy(page: Page, target: RegExp): Promise<Download> {
  const download = page.waitForEvent('download')
  await exportBy(page, target)
  return download
}

/** The dialog that tells how an export goes on and ends. */
export function exportDialog(page: Page, title: string | RegExp): Locator {
  return page.getByRole('dialog', { name: title })
}

export async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path())
}

/** A picture in memory: RGBA, 4 bytes a pixel. */
export interface Pixels {
  width: number
  height: number
  data: Uint8Array
}

export function decodePng(bytes: Buffer): Pixels {
  const { width, height, data } = PNG.sync.read(bytes)
  return { width, height, data }
}

/** Red, green and blue at a place given in shares of width and height. */
export function colorAt({ width, height, data }: Pixels, x: number, y: number): [number, number, number] {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
}
