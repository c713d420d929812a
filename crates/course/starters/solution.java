// {{name}}: write the functions; what stands below them speaks with whoever asks.
// `boyi check` tries them. Standard error is free for remarks of your own.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Bot {
{{functions}}

    {{reader}}

    static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    static String answer(String task, String input) {
{{dispatch}}
        return "";
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String side = "";
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String type = field(line, "type");
            if (type.equals("hello")) {
                side = field(line, "side");
                System.out.println("{\"type\":\"ready\",\"version\":1}");
            } else if (type.equals("task")) {
                String result = answer(field(line, "task"), field(line, "input"));
                System.out.println("{\"id\":" + field(line, "id") + ",\"answer\":\"" + quoted(result) + "\"}");
            {{turn
            } else if (type.equals("turn")) {
                String move = choose(field(line, "position"), list(line, "moves"), list(line, "legal"), side);
                System.out.println("{\"id\":" + field(line, "id") + ",\"move\":\"" + move + "\"}");
            }}
            } else {
                break;
            }
        }
    }
}
