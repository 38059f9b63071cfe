use super::*;
use serde_json::{Value, json};

fn states(records: &[Value]) -> [State; 3] {
    let mut pulse = Pulse::default();
    for record in records {
        pulse.take(Record(record.as_object().expect("an object")));
    }
    [30, 300, 90_000].map(|age| pulse.state(Duration::from_secs(age)))
}

fn answer(content: &Value, stop_reason: &Value) -> Value {
    json!({"type": "assistant", "message": {"content": content, "stop_reason": stop_reason}})
}

fn text() -> Value {
    json!([{"type": "text", "text": "x"}])
}

fn call(name: &str) -> Value {
    json!([{"type": "tool_use", "id": "t", "name": name}])
}

const SETTLED: [State; 3] = [State::Settled, State::Settled, State::Settled];
const FOR_A_MINUTE: [State; 3] = [State::Running, State::Settled, State::Settled];

#[test]
fn an_agent_is_at_work_until_it_has_answered() {
    let prompt = json!({"type": "user", "message": {"content": "go"}});
    assert_eq!(states(&[]), SETTLED);
    assert_eq!(states(std::slice::from_ref(&prompt)), FOR_A_MINUTE);
    for end in [json!("end_turn"), json!(null), json!("max_tokens")] {
        assert_eq!(states(&[prompt.clone(), answer(&text(), &end)]), SETTLED);
    }
    assert_eq!(
        states(&[prompt.clone(), answer(&text(), &json!("tool_use"))]),
        FOR_A_MINUTE
    );
    let thinking = json!([{"type": "thinking", "thinking": ""}]);
    assert_eq!(
        states(&[prompt.clone(), answer(&thinking, &json!("end_turn"))]),
        FOR_A_MINUTE
    );
    let stopped = json!({"type": "user", "message": {"content": "[Request interrupted by user]"}});
    assert_eq!(states(&[prompt.clone(), stopped]), SETTLED);
    let ended = json!({"type": "system", "subtype": "turn_duration"});
    assert_eq!(states(&[prompt.clone(), ended]), SETTLED);
    let error = json!({"type": "assistant", "isApiErrorMessage": true, "message": {"content": "API Error"}});
    assert_eq!(states(&[prompt, error]), SETTLED);
}

#[test]
fn a_tool_may_run_long() {
    let for_ten_minutes = [State::Running, State::Running, State::Settled];
    let calls = answer(&call("Bash"), &json!("tool_use"));
    assert_eq!(states(std::slice::from_ref(&calls)), for_ten_minutes);
    let result = json!({"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": "t"}]}});
    assert_eq!(states(&[calls, result]), FOR_A_MINUTE);
}

#[test]
fn a_question_waits_for_a_day() {
    let for_a_day = [State::Waiting, State::Waiting, State::Settled];
    for tool in ASKS {
        assert_eq!(states(&[answer(&call(tool), &json!(null))]), for_a_day);
    }
    let next = json!({"type": "user", "message": {"content": "go on"}});
    assert_eq!(
        states(&[answer(&call(ASKS[0]), &json!(null)), next]),
        FOR_A_MINUTE
    );
}
