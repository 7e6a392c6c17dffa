import { z } from 'zod'
import { FORMATS } from '../slide/formats.ts'

/** Audiences of a TikTok post. The platform says for each post which of them an account offers. */
export const TIKTOK_AUDIENCES = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'] as const
export type TiktokAudience = (typeof TIKTOK_AUDIENCES)[number]

/** Messages for choices that TikTok's posting rules require. */
export const TIKTOK_MISSING = {
  audience: 'Choose who can see this post',
  musicConsent: "Agree to TikTok's Music Usage Confirmation first",
  brandedOnlyMe: 'Branded content cannot be visible to you alone: choose another audience',
} as const

/** The consent that only the user can give, in the product's own page. */
export const TIKTOK_CONSENT = {
  option: 'musicConsent',
  message: 'TikTok requires that you agree to its Music Usage Confirmation yourself. Open this draft, agree, and schedule it.',
}

/**
 * Choices that TikTok's posting rules require of the user for each post. `audience` has no default; a post without it, or without consent, is
 * refused. Manual posting needs neither: TikTok's own app asks for both.
 */
export const tiktokOptionsSchema = z
  .strictObject({
    platform: z.literal('tiktok'),
    /** Absent: 9:16. */
    format: z.enum(FORMATS).optional(),
    /** Null only for what is posted by hand. */
    audience: z.enum(TIKTOK_AUDIENCES).nullable().default(null),
    allowComments: z.boolean().default(false),
    /** Videos only. */
    allowDuet: z.boolean().default(false),
    allowStitch: z.boolean().default(false),
    /** "Your content": the post promotes the user's own business. */
    yourBrand: z.boolean().default(false),
    /** "Branded content": a paid partnership. Never with SELF_ONLY. */
    brandedContent: z.boolean().default(false),
    /** TikTok picks music for photos. */
    addMusic: z.boolean().default(true),
    /** Labelled as made with AI. */
    aiGenerated: z.boolean().default(false),
    /** Leaves out the logo of the slides, which TikTok may refuse. Absent: with it. */
    withoutLogo: z.boolean().optional(),
    /** 0-based, of the slides. */
    coverIndex: z.number().int().min(0).max(34).default(0),
    /** "By posting, you agree to TikTok's Music Usage Confirmation." */
    musicConsent: z.boolean().default(false),
    /** Manual posting: when the post is due, the user gets a link to a page for their phone. */
    handOver: z.boolean().default(false),
  })
  .superRefine(({ audience, brandedContent, musicConsent, handOver }, context) => {
    const lacks = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (brandedContent && audience === 'SELF_ONLY') lacks('audience', TIKTOK_MISSING.brandedOnlyMe)
    if (handOver) return
    if (audience === null) lacks('audience', TIKTOK_MISSING.audience)
    if (!musicConsent) lacks('musicConsent', TIKTOK_MISSING.musicConsent)
  })
export type TiktokOptions = z.infer<typeof tiktokOptionsSchema>
