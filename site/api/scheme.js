// Runs before the first paint, with the choice that the rest of the site keeps.
window.isDark = () => {
  const chosen = localStorage.getItem("vitepress-theme-appearance") || "auto";
  return chosen === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
};
document.documentElement.classList.toggle("dark", window.isDark());
