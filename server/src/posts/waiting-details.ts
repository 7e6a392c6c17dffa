import { PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'

/*
 * Texts of the scheduler for a post that waits. The code finds posts by the column waits_for, never by these texts. Until servers of 0.2.0 are gone,
 * the triggers of migration 0037 read these texts as well.
 */

export const VIDEO_DETAIL = 'Making the video.'
/** A CSV import does not wait until its slides are rendered. */
export const SLIDES_DETAIL = 'Making the pictures.'
/** Shown for as long as it is so, and never stored. */
export const APPROVAL_DETAIL = 'Waits for approval: share it with your client.'
export const PLAN_DETAIL = 'Held: your Pro plan has ended. It goes out when you have Pro again.'

const accountDetail = (account: string) => `Waits: connect ${account} again before its time, or it fails then.`
export const accountLostDetail = (username: string): string => accountDetail(`@${username}`)
/** For a post that is made while its account, and with it the username, is gone. */
export const accountGoneDetail = (platform: PlatformId): string => accountDetail(`this ${PLATFORMS[platform].label} account`)
