import { z } from 'zod'
import { pointsSchema, type Point } from './domains.ts'
import generic from './generic.json' with { type: 'json' }
import type { ListKind } from './topic.ts'

const listKindSchema = z.enum(['tips', 'mistakes', 'signs', 'reasons', 'causes', 'places', 'products', 'lessons'])

/** Points that hold for any subject; {s} is the subject, {place} a place. They fill up what a domain's own bank lacks. */
export const GENERIC: Record<ListKind, readonly Point[]> = z.record(listKindSchema, pointsSchema).parse(generic)

export const GENERIC_EMOJI = ['✨', '🌱', '💡', '📌', '🙌', '☕'] as const
