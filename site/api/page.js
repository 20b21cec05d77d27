// Starts the reference without anything that would leave this site.
const { spec } = document.currentScript.dataset;

const settings = () => ({
  url: spec,
  theme: "none",
  layout: "modern",
  forceDarkModeState: window.isDark() ? "dark" : "light",
  hideDarkModeToggle: true,
  // Only the tested samples of the spec are shown.
  hiddenClients: true,
  hideClientButton: true,
  showDeveloperTools: "never",
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: "",
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: "json",
  defaultOpenFirstTag: true,
  operationTitleSource: "summary",
  tagsSorter: undefined,
});

const app = window.Scalar.createApiReference("#reference", settings());

document.querySelector("#scheme").addEventListener("click", () => {
  localStorage.setItem("vitepress-theme-appearance", window.isDark() ? "light" : "dark");
  document.documentElement.classList.toggle("dark", window.isDark());
  app.updateConfiguration(settings());
});
