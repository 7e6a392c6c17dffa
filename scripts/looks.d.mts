import type { LookSlide, WrittenShow } from '@ninesixteen/server/testing/looks/look-slideshows'
import type { PaintSlide } from '@ninesixteen/server/testing/looks/measure-slide'

export type LookId = Parameters<typeof import('@ninesixteen/server/testing/looks/look-slideshows').composeShow>[1]
export type Format = Parameters<typeof import('@ninesixteen/server/testing/looks/measure-slide').measureSlide>[1]
export function writtenShows(topics: number): Promise<WrittenShow[]>
export function slidePainter(): Promise<PaintSlide>
export function slidePng(paint: PaintSlide, slide: LookSlide, format: Format): Promise<Uint8Array>
export function lookIds(): Promise<readonly LookId[]>
