/** Errors of photos from elsewhere, free photos and AI photos, part of the one error table. */
export const PHOTO_ERRORS = {
  REMOTE_PICTURE_GONE: [404, 'This picture is no longer there.'],
  REMOTE_PICTURE_FAILED: [502, 'This picture cannot be loaded at the moment. Please try again.'],
  STOCK_KEY_MISSING: [409, 'Searching {service} needs an API key. Add yours in the settings.'],
  STOCK_KEY_REFUSED: [502, '{service} refused the API key. Check it in the settings.'],
  STOCK_LIMIT: [429, '{service} allows no more searches right now. Try again in {wait}, or repeat a search you made today.'],
  STOCK_DOWN: [502, '{service} is not responding right now. Your photos are safe; please try again in a few minutes.'],
  STOCK_TOKEN: [400, 'This search result has expired. Search again.'],
  IMAGES_NOT_SET_UP: [409, 'No images API is set up. Add your own in the settings, or ask the operator of this server.'],
  IMAGES_KEY_REFUSED: [502, 'The images API refused the key of this server. Tell its operator.'],
  IMAGES_OWN_KEY_REFUSED: [502, 'The images API refused your key. Check it in the settings.'],
  IMAGES_OWN_UNSUPPORTED: [502, 'Your images API cannot do this. Check its base URL and model in the settings.'],
  IMAGES_REFUSED: [422, 'The AI declined this description. Try different words.'],
  IMAGES_UNSUPPORTED: [502, 'The images API cannot do this. Try again without a photo to change, or tell the operator of this server.'],
  IMAGES_NO_IMAGE: [502, 'The images API sent no usable image. Please try again.'],
  IMAGES_BUDGET: [429, 'You have had {limit} photos made today. More are possible after midnight UTC.'],
  PHOTO_TOO_SMALL: [422, 'This photo is too small: its shorter side has {side} pixels and needs {min}.'],
} as const satisfies Record<string, readonly [status: number, message: string]>
