import { EMPTY_SLIDE } from './defaults.ts'
import { MAX_SLIDES } from './limits.ts'
import type { Slide } from './model.ts'

/** An empty slide, titled as the n-th, counted from 1. */
export function newSlide(id: string, number: number): Slide {
  return { id, title: `Slide ${number}`, textBoxes: [], imageBoxes: [], ...EMPTY_SLIDE }
}

/** The slides under new ids. Boxes are named within their slide, so copies keep their ids. */
export function copySlides(slides: readonly Slide[], newId: () => string): Slide[] {
  return slides.map((slide) => ({ ...slide, id: newId() }))
}

/** Adds slides together after a given one or at the end, as many as the slideshow holds. Slides whose id exists already are left out. */
export function addSlides(slides: Slide[], edit: { slides: readonly Slide[]; after?: string }): Slide[] {
  const taken = new Set(slides.map(({ id }) => id))
  const fresh = edit.slides.filter(({ id }) => !taken.has(id) && taken.add(id)).slice(0, Math.max(0, MAX_SLIDES - slides.length))
  if (fresh.length === 0) return slides
  const after = slides.findIndex((other) => other.id === edit.after)
  return slides.toSpliced(after < 0 ? slides.length : after + 1, 0, ...fresh)
}

/** Removes slides, unless none would be left. */
export function deleteSlides(slides: Slide[], slideIds: readonly string[]): Slide[] {
  const rest = slides.filter((slide) => !slideIds.includes(slide.id))
  return rest.length === 0 || rest.length === slides.length ? slides : rest
}

/** Moves slides together, in their order, so that the first of them gets a place counted from 0; places beyond the ends mean the ends. */
export function moveSlides(slides: Slide[], slideIds: readonly string[], to: number): Slide[] {
  const moving = slides.filter((slide) => slideIds.includes(slide.id))
  const rest = slides.filter((slide) => !slideIds.includes(slide.id))
  const next = rest.toSpliced(Math.max(0, Math.trunc(to)), 0, ...moving)
  return next.every((slide, index) => slide === slides[index]) ? slides : next
}

/** The slide that is shown after these were deleted: the one before the first of them, else the new first. */
export function slideAfterDelete(slides: readonly Slide[], slideIds: readonly string[]): string | null {
  const index = slides.findIndex((slide) => slideIds.includes(slide.id))
  const rest = slides.filter((slide) => !slideIds.includes(slide.id))
  return rest[Math.max(0, index - 1)]?.id ?? null
}

/** Puts a logo on a slide or takes it away; its place stays when only the picture changes. */
export function setLogo(slide: Slide, path: string | null): Slide {
  if (slide.logoImage === path) return slide
  return { ...slide, logoImage: path, logoPosition: path === null ? null : slide.logoPosition }
}
