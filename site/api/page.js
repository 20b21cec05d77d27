// Starts the reference without anything that would leave this site.
const { file } = document.querySelector("#reference").dataset;
const response = await fetch(file);
const content = JSON.parse((await response.text()).replaceAll("ORIGIN", location.origin));

const settings = () => ({
  content,
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
});

const app = window.Scalar.createApiReference("#reference", settings());

document.querySelector("#scheme").addEventListener("click", () => {
  localStorage.setItem("vitepress-theme-appearance", window.isDark() ? "light" : "dark");
  document.documentElement.classList.toggle("dark", window.isDark());
  app.updateConfiguration(settings());
});
