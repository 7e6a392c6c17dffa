/** What a post waits for whose film is not there yet. */
export const VIDEO_DETAIL = 'Making the video.'
/** And one of a whole file of posts, whose pictures nobody should wait for. */
export const SLIDES_DETAIL = 'Making the pictures.'
