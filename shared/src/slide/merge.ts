import { listBoxes, stackBoxes } from './box.ts'
import type { SlideDocument } from './edit.ts'
import { OTHER_FORMATS } from './formats.ts'
import { withOverrides } from './in-format.ts'
import { mergeOrder } from './merge-order.ts'
import { MAX_BOXES, MAX_SLIDES } from './model.ts'
import type { FormatOverrides, Slide } from './model.ts'
import { numberSlides, withoutNumbers } from './number-slides.ts'
import { sameData } from './same-data.ts'

/** One thing that two sides changed in different ways. */
export type Overlap =
  | { kind: 'title' }
  | { kind: 'slide-order' }
  | { kind: 'too-many-slides' }
  | { kind: 'slide-deleted'; slideId: string; by: 'mine' | 'theirs' }
  | { kind: 'slide-field'; slideId: string; field: string }
  | { kind: 'box'; slideId: string; boxId: string }

export interface Merge {
  /** Both sides' changes; where they overlap, the preferred side's. */
  merged: SlideDocument
  overlaps: Overlap[]
}

/** Whose change wins where both sides changed the same thing. */
export type Preferred = 'mine' | 'theirs'

/** The three states of a thing: as both sides last knew it, and as each has it now. */
interface Three<T> {
  base: T
  mine: T
  theirs: T
}

/** The same for a thing of a list. One that both have and neither had before was added by both. */
type Maybe<T> = Three<T | undefined>
type Both<T> = Maybe<T> & { mine: T; theirs: T }

interface Session {
  preferred: Preferred
  overlaps: Overlap[]
}

/**
 * Joins two sides' changes to one document. Different slides, different fields and different boxes of one slide join
 * by themselves. The same box, the same field, or a slide changed here and deleted there is an overlap.
 */
export function mergeDocuments(docs: Three<SlideDocument>, preferred: Preferred = 'mine'): Merge {
  const session: Session = { preferred, overlaps: [] }
  const title = pick(session, { base: docs.base.title, mine: docs.mine.title, theirs: docs.theirs.title }, { kind: 'title' })
  // Page numbers follow from the merged order; as they are, both sides would seem to have changed them.
  const unnumbered = (doc: SlideDocument): Slide[] => withoutNumbers(doc.slides)
  const slides = mergeSlides(session, { base: unnumbered(docs.base), mine: unnumbered(docs.mine), theirs: unnumbered(docs.theirs) })
  return { merged: { title, slides: numberSlides(slides) }, overlaps: session.overlaps }
}

/** The side that changed the thing; where both did, the preferred one, and the overlap is noted. */
function pick<T>(session: Session, { base, mine, theirs }: Both<T>, overlap: Overlap): T {
  if (sameData(mine, theirs)) return mine
  if (sameData(mine, base)) return theirs
  if (sameData(theirs, base)) return mine
  session.overlaps.push(overlap)
  return session.preferred === 'mine' ? mine : theirs
}

/** A thing of a list that one side or both may lack: deleted there, or not yet known. Undefined means it is gone. */
function pickItem<T>(
  session: Session,
  three: Maybe<T>,
  on: { both: (both: Both<T>) => T; deleted: (by: Preferred) => Overlap },
): T | undefined {
  const { base, mine, theirs } = three
  if (mine !== undefined && theirs !== undefined) return on.both({ base, mine, theirs })
  if (base === undefined) return mine ?? theirs
  const changed = mine ?? theirs
  if (changed === undefined || sameData(changed, base)) return undefined
  const by: Preferred = mine === undefined ? 'mine' : 'theirs'
  session.overlaps.push(on.deleted(by))
  return by === session.preferred ? undefined : changed
}

function mergeSlides(session: Session, lists: Three<Slide[]>): Slide[] {
  const find = (list: Slide[], id: string): Slide | undefined => list.find((slide) => slide.id === id)
  const merged = new Map<string, Slide>()
  for (const id of idsOf(lists)) {
    const slide = pickItem(
      session,
      { base: find(lists.base, id), mine: find(lists.mine, id), theirs: find(lists.theirs, id) },
      { both: (three) => mergeSlide(session, three), deleted: (by) => ({ kind: 'slide-deleted', slideId: id, by }) },
    )
    if (slide) merged.set(id, slide)
  }
  const order = mergeOrder({ base: lists.base.map(idOf), mine: lists.mine.map(idOf), theirs: lists.theirs.map(idOf) }, session.preferred)
  if (order.overlap) session.overlaps.push({ kind: 'slide-order' })
  const slides = order.ids.flatMap((id) => merged.get(id) ?? [])
  if (slides.length >= 1 && slides.length <= MAX_SLIDES) return slides
  session.overlaps.push({ kind: 'too-many-slides' })
  return session.preferred === 'mine' ? lists.mine : lists.theirs
}

function idOf({ id }: { id: string }): string {
  return id
}

function idsOf<T extends { id: string }>({ base, mine, theirs }: Three<T[]>): Set<string> {
  return new Set([...mine, ...theirs, ...base].map(idOf))
}

type SlideField = Exclude<keyof Slide, 'id' | 'textBoxes' | 'imageBoxes' | 'shapeBoxes' | 'layers' | 'format' | 'formats' | 'look'>
const SLIDE_FIELDS = {
  title: true,
  description: true,
  altText: true,
  backgroundImage: true,
  logoImage: true,
  logoPosition: true,
  textStyle: true,
  brightness: true,
  contrast: true,
  backdrop: true,
  photoPlacement: true,
  photoEffects: true,
  photoFocus: true,
  useAiGeneration: true,
  useRandomPhoto: true,
  instructions: true,
} as const satisfies Record<SlideField, true>

function mergeSlide(session: Session, three: Both<Slide>): Slide {
  const { base, mine, theirs } = three
  if (mine === theirs || sameData(mine, theirs)) return mine
  const slideId = mine.id
  const fields = Object.fromEntries(
    Object.keys(SLIDE_FIELDS).map((field) => [
      field,
      pick<unknown>(
        session,
        { base: base && Reflect.get(base, field), mine: Reflect.get(mine, field), theirs: Reflect.get(theirs, field) },
        { kind: 'slide-field', slideId, field },
      ),
    ]),
  )
  const { id } = mine
  const shapeBoxes = mergeBoxes(
    session,
    { base: base?.shapeBoxes ?? [], mine: mine.shapeBoxes ?? [], theirs: theirs.shapeBoxes ?? [] },
    slideId,
  )
  // Layouts of a look that don't fit the merged boxes don't count: no question is needed.
  const look = pick({ ...session, overlaps: [] }, { base: base?.look, mine: mine.look, theirs: theirs.look }, { kind: 'title' })
  const merged: Slide = {
    id,
    ...definedFields(fields),
    ...(look && { look }),
    ...(shapeBoxes.length > 0 && { shapeBoxes }),
    textBoxes: mergeBoxes(session, { base: base?.textBoxes ?? [], mine: mine.textBoxes, theirs: theirs.textBoxes }, slideId),
    imageBoxes: mergeBoxes(session, { base: base?.imageBoxes ?? [], mine: mine.imageBoxes, theirs: theirs.imageBoxes }, slideId),
  }
  const formats = mergeFormats(session, three)
  const adjusted = formats ? withOverrides(merged, formats) : merged
  if (!mine.layers && !theirs.layers) return adjusted
  // The stacking order is not worth a question: the preferred side's wins.
  const stack = (slide: Slide): string[] => listBoxes(slide).map(({ ref }) => ref)
  return stackBoxes(
    adjusted,
    mergeOrder({ base: base ? stack(base) : [], mine: stack(mine), theirs: stack(theirs) }, session.preferred).ids,
  )
}

/** Each place and each part of a photo that was adjusted in a format is a thing of its own. */
function mergeFormats(session: Session, { base, mine, theirs }: Both<Slide>): Slide['formats'] {
  if (!mine.formats && !theirs.formats) return undefined
  const slideId = mine.id
  return Object.fromEntries(
    OTHER_FORMATS.map((format) => {
      const of = (slide: Slide | undefined): FormatOverrides => slide?.formats?.[format] ?? {}
      const refs = new Set([base, mine, theirs].flatMap((slide) => Object.keys(of(slide).boxes ?? {})))
      const boxes = [...refs].map((ref) => {
        const three = { base: of(base).boxes?.[ref], mine: of(mine).boxes?.[ref], theirs: of(theirs).boxes?.[ref] }
        return [ref, pick(session, three, { kind: 'box', slideId, boxId: ref })]
      })
      const photo = { base: of(base).photoPlacement, mine: of(mine).photoPlacement, theirs: of(theirs).photoPlacement }
      const photoPlacement = pick(session, photo, { kind: 'slide-field', slideId, field: 'photoPlacement' })
      return [format, { boxes: Object.fromEntries(boxes.filter(([, place]) => place)), photoPlacement }]
    }),
  ) as Slide['formats']
}

/** Optional fields that are absent stay absent, so that a document which changed nothing stays equal. */
function definedFields(fields: Record<string, unknown>): Pick<Slide, SlideField> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Pick<Slide, SlideField>
}

function mergeBoxes<T extends { id: string }>(session: Session, lists: Three<T[]>, slideId: string): T[] {
  const find = (list: T[], id: string): T | undefined => list.find((box) => box.id === id)
  const merged = new Map<string, T>()
  for (const boxId of idsOf(lists)) {
    const overlap: Overlap = { kind: 'box', slideId, boxId }
    const box = pickItem(
      session,
      { base: find(lists.base, boxId), mine: find(lists.mine, boxId), theirs: find(lists.theirs, boxId) },
      { both: (three) => pick(session, three, overlap), deleted: () => overlap },
    )
    if (box) merged.set(boxId, box)
  }
  const order = mergeOrder({ base: lists.base.map(idOf), mine: lists.mine.map(idOf), theirs: lists.theirs.map(idOf) }, session.preferred)
  return order.ids.flatMap((id) => merged.get(id) ?? []).slice(0, MAX_BOXES)
}
