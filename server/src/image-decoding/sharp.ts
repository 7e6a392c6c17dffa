import sharp from 'sharp'

// By default libvips remembers what it has computed, up to 50 MB for the whole process, and each thread that loads the package switches that on
// again. No image is computed twice.
sharp.cache(false)

export { sharp }
