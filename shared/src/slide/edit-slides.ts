import { EMPTY_SLIDE } from './defaults.ts'
import { MAX_SLIDES } from './limits.ts'
import type { Slide } from './model.ts'

/** The title a slide gets when it is added as the n-th, counted from 1. */
export function newSlideTitle(number: number): string {
  return `Slide ${number}`
}

/**
 * Adds an empty slide, or a copy of one, after a given slide or at the end. A slide id that exists already, or a full
 * slideshow, changes nothing. Boxes are named within their slide, so a copy keeps their ids.
 */
export function addSlide(slides: Slide[], edit: { slideId: string; after?: string; copyOf?: string }): Slide[] {
  if (slides.length >= MAX_SLIDES || slides.some((slide) => slide.id === edit.slideId)) return slides
  const model = slides.find((slide) => slide.id === edit.copyOf)
  const slide: Slide = model
    ? { ...model, id: edit.slideId }
    : { id: edit.slideId, title: newSlideTitle(slides.length + 1), textBoxes: [], imageBoxes: [], ...EMPTY_SLIDE }
  const after = slides.findIndex((other) => other.id === edit.after)
  return after < 0 ? [...slides, slide] : slides.toSpliced(after + 1, 0, slide)
}

/** Removes a slide; the last one cannot be removed. */
export function deleteSlide(slides: Slide[], slideId: string): Slide[] {
  const rest = slides.filter((slide) => slide.id !== slideId)
  return rest.length === 0 || rest.length === slides.length ? slides : rest
}

/** Moves a slide to a place counted from 0; places beyond the ends mean the ends. */
export function moveSlide(slides: Slide[], slideId: string, to: number): Slide[] {
  const from = slides.findIndex((slide) => slide.id === slideId)
  const place = Math.min(slides.length - 1, Math.max(0, Math.trunc(to)))
  const slide = slides[from]
  if (!slide || from === place) return slides
  return slides.toSpliced(from, 1).toSpliced(place, 0, slide)
}

/** The slide that is shown after the given one was deleted: the one before it, for the first one the new first. */
export function slideAfterDelete(slides: readonly Slide[], slideId: string): string | null {
  const index = slides.findIndex((slide) => slide.id === slideId)
  const rest = slides.filter((slide) => slide.id !== slideId)
  return rest[Math.max(0, index - 1)]?.id ?? null
}

/** Puts a logo on a slide or takes it away; its place stays when only the picture changes. */
export function setLogo(slide: Slide, path: string | null): Slide {
  if (slide.logoImage === path) return slide
  return { ...slide, logoImage: path, logoPosition: path === null ? null : slide.logoPosition }
}
