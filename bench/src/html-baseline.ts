import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

interface BaselineSlide {
  backgroundImage: string | null
  textBoxes: { text: string; x: number; y: number; width: number; height: number; fontSize: number; fontWeight: number }[]
}

interface HtmlToImage {
  toBlob(node: HTMLElement, options: object): Promise<Blob | null>
}

/** Milliseconds that html-to-image takes for the lab's slides, built as HTML with photo, dimming and outlined texts. */
export async function measureHtmlToImage(page: Page, set: string): Promise<number> {
  await page.addScriptTag({ path: fileURLToPath(import.meta.resolve('html-to-image/dist/html-to-image.js')) })
  return page.evaluate(async (name) => {
    const slides = (await (await fetch(`/slides/${name}`)).json()) as BaselineSlide[]
    const style = document.createElement('style')
    const { fonts } = (await (await fetch('/painter/manifest.json')).json()) as { fonts: { file: string }[] }
    style.textContent = `@font-face { font-family: Control; src: url(/painter/${fonts[0]?.file}); font-weight: 300 900 }`
    document.head.append(style)
    await document.fonts.load('800 20px Control')
    const nodes = slides.map((slide) => {
      const node = document.createElement('div')
      node.style.cssText = 'position: relative; width: 256px; height: 455.11px; overflow: hidden; font-family: Control'
      node.innerHTML = `<img src="/pictures/${slide.backgroundImage}?variant=cover" style="width: 100%; height: 100%"><div style="position: absolute; inset: 0; background: #0004"></div>`
      for (const box of slide.textBoxes) {
        const text = document.createElement('div')
        text.textContent = box.text
        text.style.cssText = `position: absolute; left: ${box.x}px; top: ${box.y}px; width: ${box.width}px; font-size: ${box.fontSize}px; font-weight: ${box.fontWeight}; color: #fff; text-align: center; -webkit-text-stroke: 1px #000; paint-order: stroke`
        node.append(text)
      }
      document.body.append(node)
      return node
    })
    await Promise.all([...document.images].map((image) => image.decode()))
    const { htmlToImage } = window as unknown as { htmlToImage: HtmlToImage }
    const start = performance.now()
    for (const node of nodes) {
      const blob = await htmlToImage.toBlob(node, { pixelRatio: 1, canvasWidth: 1080, canvasHeight: 1920 })
      if (!blob) throw new Error('html-to-image gave no picture')
    }
    const duration = performance.now() - start
    for (const node of nodes) node.remove()
    style.remove()
    return duration
  }, set)
}
