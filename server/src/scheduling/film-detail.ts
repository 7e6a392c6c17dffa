/** What a post waits for whose film is not there yet. */
export const FILM_DETAIL = 'The video is being made.'
