// Makes Swagger UI usable with screen readers and keyboards where its own markup does not: names of
// controls, links inside of buttons, and blocks that scroll.

const root = document.getElementById("swagger-ui");

/** What stands before a control, such as the name of its parameter. */
function caption(control) {
  const row = control.closest("tr, .auth-container > *, .opblock-section, .content-type-wrapper");
  const text = row?.querySelector(".parameter__name, label, h4, td")?.innerText ?? control.title;
  return text.trim().split("\n")[0] || "Value";
}

function nameControl(control) {
  if (control.id === "servers") control.ariaLabel = "Server";
  else if (control.matches(".body-param__text")) control.ariaLabel = "Request body";
  else if (!control.labels.length) control.ariaLabel = caption(control);
}

function nameButton(button) {
  const [text, label] = [button.innerText.trim(), button.ariaLabel];
  if (!text && !label) button.ariaLabel = button.title || "Switch between light and dark";
  // A name has to contain what is to be seen.
  else if (text && label && !label.includes(text)) button.ariaLabel = `${text}: ${label}`;
}

function mend() {
  root.querySelectorAll("input, select, textarea").forEach(nameControl);
  root.querySelectorAll("button").forEach(nameButton);
  // The button around the link does the same.
  for (const link of root.querySelectorAll("button a[href]")) link.removeAttribute("href");
  for (const block of root.querySelectorAll("pre:not(.version)")) block.tabIndex = 0;
}

let isPlanned = false;
const observer = new MutationObserver(() => {
  if (isPlanned) return;
  isPlanned = true;
  requestAnimationFrame(() => {
    isPlanned = false;
    mend();
  });
});
observer.observe(root, { childList: true, subtree: true });
