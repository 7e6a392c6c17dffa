// Runs before the first paint, so that nobody sees a flash of the other theme. A file of its own: no inline scripts.
var theme = null
try {
  theme = localStorage.getItem('ninesixteen.theme')
} catch (error) {
  // Storage can be closed by the browser's privacy settings: as if nothing was chosen.
  void error
}
if (theme !== 'light' && theme !== 'dark') theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
document.documentElement.dataset.theme = theme
